// The chart page works without this; it marks what was changed, and looks again while a trial is being played.

for (const field of document.querySelectorAll('.sheet .sheetcells input, .sheet .list input')) {
  field.addEventListener('input', () => field.classList.toggle('new', field.value !== field.defaultValue));
}

async function again() {
  const panel = document.querySelector('#trial[data-again]');
  if (!panel) return;
  await new Promise((done) => { setTimeout(done, 1500); });
  const reply = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
  if (reply?.ok) {
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    const next = page.querySelector('#trial');
    if (next) panel.replaceWith(next);
  }
  again();
}
again();
