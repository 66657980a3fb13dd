// What every page loads. Pages work without scripts; these add live updates, answers on the board, animation, sound and
// this browser's own share in the dice. Plain modules: no framework, no build step.

import { setUpBoardEditors } from './board-editor.mjs';
import { $, all, create, fillNonces, must, preference, setPreference, showLocalTimes } from './dom.mjs';
import { startReplay } from './replay.mjs';
import { setUpSoundButton } from './sound.mjs';
import { startTable } from './table.mjs';
import { setUpTeamPickers } from './team-picker.mjs';

/** The button for light and dark. */
function setUpTheme() {
  const root = document.documentElement, button = must('[data-theme-switch]');
  const system = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const isDark = () => (root.dataset.theme ?? system()) === 'dark';
  const show = () => { button.setAttribute('aria-pressed', String(isDark())); };
  const chosen = preference('theme');
  if (chosen) root.dataset.theme = chosen;
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    setPreference('theme', root.dataset.theme);
    show();
  });
  show();
}

/** Remember a person's own name, in this browser only; the name of somebody else is not remembered. */
function rememberName() {
  /** @type {HTMLInputElement | null} */
  const field = $('input[name="name"]:not([data-other])');
  if (!field) return;
  field.value ||= preference('name') ?? '';
  field.form?.addEventListener('submit', () => setPreference('name', field.value));
}

/** Fetch a long list of teams when somebody opens the section it belongs to.
 * @param {HTMLDataListElement} list
 */
async function fetchTeams(list) {
  if (list.options.length) return;
  /** @type {Record<string, string>} */
  const teams = await (await fetch(list.dataset.from ?? '')).json();
  const options = Object.entries(teams).map(([value, words]) => create('option', { value, textContent: words }));
  list.replaceChildren(...options);
  for (const field of all('input[list]')) field.dispatchEvent(new Event('input')); // somebody may have been faster
}

/** Below a team picker: one sentence about the team. */
function describeTeams() {
  /** @type {HTMLDataListElement | null} */
  const list = $('datalist[data-from]');
  const section = list?.closest('details');
  if (list && section) {
    section.addEventListener('toggle', () => fetchTeams(list).catch(() => {}));
    if (section.open) fetchTeams(list).catch(() => {});
  }
  for (const line of /** @type {HTMLOutputElement[]} */ (all('output.told'))) {
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(line.htmlFor.value));
    field?.addEventListener('input', () => {
      const options = /** @type {HTMLOptionElement[]} */ (all('option', field.list ?? field));
      const found = options.find((option) => option.value === field.value);
      const about = found?.textContent?.replace(/^\S+ – /, '') ?? '';
      line.textContent = field.value ? about : line.dataset.usual ?? '';
    });
  }
}

/** Choosing another number of teams reloads the form with that many rows. */
function submitTeamCount() {
  /** @type {HTMLFormElement | null} */
  const form = $('form[data-chairs]');
  form?.querySelector('select')?.addEventListener('change', () => form.requestSubmit());
}

function setUpCopyButtons() {
  for (const button of all('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ''));
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        button.textContent = 'Copied';
      } catch { /* selected at least */ }
    });
  }
}

setUpTheme();
submitTeamCount();
setUpSoundButton();
rememberName();
describeTeams();
setUpTeamPickers();
setUpBoardEditors();
fillNonces();
showLocalTimes();
setUpCopyButtons();
if ($('#table[data-table]')) startTable();
if ($('[data-replay]')) startReplay();
