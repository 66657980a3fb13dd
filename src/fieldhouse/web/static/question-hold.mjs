// The question waits while a play is shown: what lies in the tray meanwhile is the question that was answered, or
// nothing. It cannot be clicked, focused, read out or answered by a key, and neither can the board.

import { $ } from './dom.mjs';

const GRACE = 300; // milliseconds after which the new question takes answers: a second tap may still be on its way

/** @type {ReturnType<typeof setTimeout> | undefined} */
let grace;

const table = () => $('#table');

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
