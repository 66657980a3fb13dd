// Keeps a league's page fresh: when its book grows, the room is fetched again and swapped in. Whoever is typing is left alone.
const room = document.getElementById('league')
const busy = () => room.contains(document.activeElement) && /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)

async function refresh () {
  if (busy()) return
  const reply = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
  if (!reply || !reply.ok) return
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
  const next = page.getElementById('league')
  if (!next || busy()) return
  room.replaceChildren(...next.childNodes)
  room.dataset.size = next.dataset.size
  again()
}

// What is being worked out is looked for until it is there.
function again () {
  if (room.querySelector('[data-again]')) setTimeout(refresh, 3000)
}

// The reply to a form is not fetched again: its address takes forms only.
if (room && room.dataset.still === undefined) {
  again()
  const line = new EventSource(`/l/${room.dataset.league}/live`)
  line.addEventListener('changed', event => { if (event.data !== room.dataset.size) refresh() })
}
