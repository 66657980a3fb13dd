// How a game that plays on by itself between decisions is shown: stop after each drive, show one drive after the other,
// or go straight to the end.

import { $, all, create, preference, prefersReducedMotion, setPreference } from './dom.mjs';

/** @typedef {'stops' | 'draws' | 'end'} Mode */

/** @type {[Mode, string][]} */
const MODES = [['stops', 'Drive by drive'], ['draws', 'To my next decision'], ['end', 'To the end']];
const NEXT = 'Next drive';

let resume = () => {}; // goes on after a stop
let isWaiting = false; // a drive was shown, and somebody has to press "Next drive"

/** The mode that this person chose.
 * @returns {Mode}
 */
export function playbackMode() {
  const chosen = preference('pace');
  return MODES.find(([mode]) => mode === chosen)?.[0] ?? 'stops';
}

/** Add the buttons where the board has drives to draw: below the last event, and over the question meanwhile.
 * @param {() => void} skip ends what is being shown
 */
export function addPlaybackButtons(skip) {
  if (prefersReducedMotion() || !$('#board [data-with]')) return;
  for (const place of all('#last, #ask')) if (!$('.pace', place)) place.append(buttonBar(skip));
}

/** @param {() => void} skip */
function buttonBar(skip) {
  const bar = create('div', { className: 'pace' });
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Playback');
  bar.append(...MODES.map(([mode, words]) => modeButton(mode, words, skip)));
  return bar;
}

/** @param {Mode} mode @param {string} words @param {() => void} skip */
function modeButton(mode, words, skip) {
  const isNext = isWaiting && mode === 'stops';
  const looks = { className: isNext ? 'main' : '', textContent: isNext ? NEXT : words };
  const button = create('button', { type: 'button', ...looks });
  button.dataset.pace = mode;
  button.setAttribute('aria-pressed', String(playbackMode() === mode));
  button.onclick = () => {
    if (playbackMode() === mode && mode === 'stops') { resume(); return; }
    setPreference('pace', mode);
    for (const one of all('.pace [data-pace]')) one.setAttribute('aria-pressed', String(one.dataset.pace === mode));
    resume();
    if (mode === 'end') skip();
  };
  return button;
}

/** @param {string} words */
function labelNextButton(words) {
  for (const one of all('.pace [data-pace="stops"]')) {
    one.textContent = words;
    one.classList.toggle('main', isWaiting);
  }
}

/** Wait until somebody presses "Next drive"; in the other modes go on at once.
 * @returns {Promise<void>}
 */
export function waitForNextDrive() {
  if (playbackMode() !== 'stops' || !$('.pace')) return Promise.resolve();
  isWaiting = true;
  labelNextButton(NEXT);
  return new Promise((done) => {
    resume = () => { isWaiting = false; labelNextButton(MODES[0][1]); resume = () => {}; done(); };
  });
}

/** Wait no longer. */
export const stopWaiting = () => resume();
