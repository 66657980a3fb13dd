// Every page works without script; this adds live updates, answers on the board, what happened as it happens, and your
// browser's own share in the dice. Several small modules, no framework, no build.

import { $, all, fillNonces, kept, localTimes } from './dom.mjs';
import { replay } from './replay.mjs';
import { speaker } from './sound.mjs';
import { start } from './table.mjs';

// Light and dark

function theme() {
  const button = $('[data-theme-switch]');
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const show = () => { button.setAttribute('aria-pressed', String(dark())); };
  if (kept('theme')) document.documentElement.dataset.theme = kept('theme');
  button.hidden = false;
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = kept('theme', dark() ? 'light' : 'dark');
    show();
  });
  show();
}

// One's own name is remembered, in this browser only; that of somebody invited is not one's own.
function remember() {
  const field = $('input[name="name"]:not([data-other])');
  if (!field) return;
  field.value ||= kept('name') ?? '';
  field.form.addEventListener('submit', () => kept('name', field.value));
}

/** A long list of teams is fetched when somebody opens what it belongs to. */
async function teams(list) {
  if (list.options.length) return;
  const found = await (await fetch(list.dataset.from)).json();
  list.replaceChildren(...Object.entries(found).map(([value, words]) => Object.assign(document.createElement('option'), { value, textContent: words })));
  for (const field of all('input[list]')) field.dispatchEvent(new Event('input')); // somebody may have been faster
}

/** Below a choice of team: the sentence on the team chosen. */
function tell() {
  const list = $('datalist[data-from]');
  list?.closest('details').addEventListener('toggle', () => teams(list).catch(() => {}));
  if (list?.closest('details').open) teams(list).catch(() => {});
  for (const line of all('output.told')) {
    const field = document.getElementById(line.htmlFor.value);
    field.addEventListener('input', () => {
      const found = [...(field.list ?? field).querySelectorAll('option')].find((o) => o.value === field.value);
      line.textContent = field.value ? (found?.textContent.replace(/^\S+ – /, '') ?? '') : line.dataset.usual;
    });
  }
}

/** Another number of chairs sets them at once. */
function chairs() {
  const form = $('form[data-chairs]');
  form?.querySelector('select').addEventListener('change', () => form.requestSubmit());
}

theme();
chairs();
speaker();
remember();
tell();
fillNonces();
localTimes();
for (const button of all('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); button.textContent = 'Copied'; } catch { /* selected at least */ }
  });
}
if ($('#table[data-table]')) start();
if ($('[data-replay]')) replay();
