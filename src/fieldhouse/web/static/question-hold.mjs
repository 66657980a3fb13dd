// The question waits while a play is shown: what lies in the tray meanwhile is the question that was answered, or
// nothing. It cannot be clicked, focused, read out or answered by a key, and neither can the board.

import { $, all, target } from './dom.mjs';

const GRACE = 300; // milliseconds after which the new question takes answers: a second tap may still be on its way

/** @type {ReturnType<typeof setTimeout> | undefined} */
let grace;

let isTouched = false; // the last pointer was a finger

const table = () => $('#table');

/** Which question it is: its seat and number. */
const questionName = () => (
  /** @type {HTMLInputElement[]} */ (all('#ask form.options input:is([name="seat"], [name="sequence"], [name="tag"])'))
    .map((field) => field.value).join()
);

/** Does the question wait, so that nothing may be answered? */
export const isHeld = () => table()?.dataset.held !== undefined;

/** @param {(child: HTMLElement) => boolean} isInert */
function setInert(isInert) {
  for (const child of /** @type {Iterable<HTMLElement>} */ ($('#ask')?.children ?? [])) child.inert = isInert(child);
}

/** Let the question wait.
 * @param {boolean} isHidden what lies in the tray is not to be seen: it is somebody else's, or tells how the play ends
 */
export function holdQuestion(isHidden) {
  const held = table();
  if (!held) return;
  clearTimeout(grace);
  held.dataset.held = isHidden || held.dataset.held === 'hidden' ? 'hidden' : 'shown';
  setInert((child) => !child.matches('.pace')); // the buttons of the playback can be pressed
}

/** After an answer by finger the other team's question comes where the first one was: it takes no second tap.
 * @param {() => void} then what to do when answers are taken
 */
export function holdAfterTouch(then) {
  if (isTouched) releaseQuestion(then);
}

/** Let the second click of a double click answer no other question than the first one. */
export function ignoreDoubleClicks() {
  let name = '';
  const note = (/** @type {PointerEvent} */ event) => { isTouched = event.pointerType === 'touch'; };
  document.addEventListener('pointerdown', note, { capture: true });
  document.addEventListener('click', (event) => {
    const isSecond = event.detail > 1 && name !== questionName();
    name = questionName();
    if (!isSecond || !target(event).closest?.('#ask form.options')) return;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}

/** Show the question, and take answers a moment later.
 * @param {() => void} [then] what to do when answers are taken
 */
export function releaseQuestion(then = () => {}) {
  const held = table();
  if (!held) return;
  held.dataset.held = 'soon';
  setInert(() => true);
  clearTimeout(grace);
  grace = setTimeout(() => {
    delete held.dataset.held;
    setInert(() => false);
    then();
  }, GRACE);
}
