// The clock of a draft or auction room. It runs on by itself between two updates: first the seconds of the turn, then
// the reserve.

import { $ } from './dom.mjs';

const SHORT = 10; // seconds
let updated = performance.now(); // when the server last said how much is left

/** Minutes and seconds: 75.4 is "1:15".
 * @param {number} seconds
 */
export function formatClock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** What is left of a turn and of the reserve after so many seconds.
 * @param {number} left
 * @param {number} reserve
 * @param {number} elapsed
 */
export function countDown(left, reserve, elapsed) {
  const now = left - elapsed;
  return { left: Math.max(0, now), reserve: Math.max(0, reserve + Math.min(0, now)), isShort: now < SHORT };
}

/** Show what is left now. */
export function tick() {
  const face = $('[data-left]'), second = $('[data-reserve-left]');
  if (!face || !second) return;
  const elapsed = (performance.now() - updated) / 1000;
  const { left, reserve, isShort } = countDown(Number(face.dataset.left), Number(face.dataset.reserve), elapsed);
  face.textContent = formatClock(left);
  second.textContent = formatClock(reserve);
  face.classList.toggle('short', isShort);
}

/** Count from now: the page was updated. */
export function restartClock() {
  updated = performance.now();
  tick();
}
