// The question whether to call a timeout: people who want to be asked only late in a half get a countdown of two
// seconds, then the page passes for them. Without scripts, or for people who want it so, it is a plain question.

import { $, preference, setPreference } from './dom.mjs';

const COUNTDOWN = 2000; // milliseconds, as long as the animation `burn` in table.css
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let question = ''; // the number of the question that the countdown belongs to

const isAlwaysAsked = () => preference('asked') === 'always';

/** Start the countdown where the question allows it. Called whenever the page was updated.
 * @param {() => boolean} ready nothing else is going on
 * @param {(form: HTMLFormElement, key: string) => void} pass gives the answer
 */
export function setUpAutoPass(ready, pass) {
  /** @type {HTMLFormElement | null} */
  const form = $('#ask form[data-passes]');
  const line = $('#ask .passing');
  const current = form ? String(new FormData(form).get('sequence')) : '';
  if (current !== question) clearTimeout(timer);
  if (!form || !line) { question = ''; return; }
  /** @type {HTMLSelectElement | null} */
  const choice = $('[data-asked]', line);
  line.hidden = false;
  const begin = () => {
    clearTimeout(timer);
    line.classList.remove('burning');
    if (isAlwaysAsked() || !form.isConnected) return;
    if (!ready()) { timer = setTimeout(begin, 100); return; } // first the play is shown
    line.classList.add('burning');
    timer = setTimeout(passWhenIdle, COUNTDOWN);
  };
  const passWhenIdle = () => {
    if (!form.isConnected || isAlwaysAsked()) return;
    if (document.hidden || line.contains(document.activeElement) || !ready()) timer = setTimeout(passWhenIdle, 500);
    else pass(form, form.dataset.passes ?? '');
  };
  if (choice) {
    choice.value = isAlwaysAsked() ? 'always' : 'late';
    choice.onchange = () => { setPreference('asked', choice.value); choice.blur(); begin(); };
  }
  if (current !== question) { question = current; begin(); }
}
