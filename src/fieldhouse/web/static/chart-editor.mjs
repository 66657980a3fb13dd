// The chart editor works without this; it marks changed cells, and reloads the trial's results until they are complete.

import { $, all, parsePage, pause } from './dom.mjs';

for (const field of /** @type {HTMLInputElement[]} */ (all('.sheet .sheetcells input, .sheet .list input'))) {
  field.addEventListener('input', () => field.classList.toggle('new', field.value !== field.defaultValue));
}

async function reloadTrial() {
  for (let panel = $('#trial[data-again]'); panel; panel = $('#trial[data-again]')) {
    await pause(1500);
    const reply = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
    const next = reply?.ok ? $('#trial', parsePage(await reply.text())) : null;
    if (next) panel.replaceWith(next);
  }
}
reloadTrial();
