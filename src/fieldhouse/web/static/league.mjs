// Keeps a league's page fresh: when something happens in the league, the page is fetched again and put in place, unless
// somebody is typing.

import { $, parsePage } from './dom.mjs';

const page = $('#league');

function isTyping() {
  const field = document.activeElement;
  return page?.contains(field) && field?.matches('input, select, textarea');
}

async function refresh() {
  if (!page || isTyping()) return;
  const reply = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
  if (!reply?.ok) return;
  const next = $('#league', parsePage(await reply.text()));
  if (!next || isTyping()) return;
  page.replaceChildren(...next.childNodes);
  page.dataset.size = next.dataset.size;
  refreshUntilDone();
}

/** Reload while the server is still calculating something on this page. */
function refreshUntilDone() {
  if (page?.querySelector('[data-again]')) setTimeout(refresh, 3000);
}

// The reply to a form is not fetched again: its address takes forms only.
if (page && page.dataset.still === undefined) {
  refreshUntilDone();
  const source = new EventSource(`/l/${page.dataset.league}/live`);
  source.addEventListener('changed', (event) => { if (event.data !== page.dataset.size) refresh(); });
}
