// No spoilers: while a play is being shown, the page must not yet say how it ended. The newest sentence, the score line
// (clock, down, who has the ball) and the newest lines of the play-by-play are held back and then put right.

import { $, all, must } from './dom.mjs';

/** @typedef {import('./dom.mjs').Region} Region */
/** @typedef {'innerHTML' | 'textContent'} Content */

/** What the page said before the new one was put in place.
 * @typedef {object} Said
 * @property {string} event the sentence about the last event
 * @property {string | undefined} middle the middle of the score line
 * @property {number} ball whose score has the mark of possession beside it; -1: nobody's
 * @property {number} newest the number of the newest line of the play-by-play
 */

/** What each changed element says by itself, and which page said so.
 * @type {Map<HTMLElement, { what: Content, page: number, own: string | null }>}
 */
const settled = new Map();
/** @type {HTMLElement | null} */
let home = null; // where the mark of possession belongs
/** @type {number | null} */
let shown = null; // the newest event that has been shown, while something is held back

const scores = () => all('#score .tally');

const newestLine = () => Math.max(-1, ...all('#log .ev:not(.ahead)').map((line) => Number(line.dataset.n)));

/** What the page says now.
 * @returns {Said}
 */
export const whatPageSays = () => ({
  event: $('#event')?.textContent ?? '',
  middle: $('#score .mid')?.innerHTML,
  ball: scores().findIndex((one) => $('.has', one)),
  newest: newestLine(),
});

/** Hold back what is new.
 * @param {Said} was what the page said before
 */
export function hold(was) {
  shown ??= was.newest;
  hideLaterLines();
  if (was.middle !== undefined && $('#score .mid')) change(must('#score .mid'), 'innerHTML', was.middle);
  const mark = $('#score .has'), score = scores()[was.ball];
  if (mark && score && !score.contains(mark)) {
    home ??= mark.parentElement;
    score.append(mark);
  }
}

/** Make an element say something else until all has been shown; a page that came meanwhile has put it right.
 * @param {HTMLElement} element
 * @param {Content} what
 * @param {string} value
 */
function change(element, what, value) {
  /** @type {Region | null} */
  const region = element.closest('[data-region]');
  const page = region?.changes ?? 0, before = settled.get(element);
  settled.set(element, { what, page, own: before?.page === page ? before.own : element[what] });
  element[what] = value;
}

function hideLaterLines() {
  for (const line of all('#log .ev')) {
    line.classList.toggle('ahead', shown !== null && Number(line.dataset.n) > shown);
  }
}

/** Reveal the play-by-play up to this event.
 * @param {number | undefined} n
 */
export function revealUpTo(n) {
  if (shown === null || n === undefined || !(n > shown)) return;
  shown = n;
  hideLaterLines();
}

/** Show another sentence as the last event's.
 * @param {string} sentence
 */
export function showSentence(sentence) {
  const line = $('#event');
  if (line) change(line, 'textContent', sentence);
}

/** Show another time on the game clock.
 * @param {string} time
 */
export function showGameClock(time) {
  const place = $('#score [data-clock]');
  if (place) change(place, 'textContent', time);
}

/** Put everything as the server sent it. */
export function revealAll() {
  shown = null;
  hideLaterLines();
  // In reverse: the clock before the line it stands in.
  for (const [element, { what, own }] of [...settled].reverse()) element[what] = own ?? '';
  settled.clear();
  const mark = $('#score .has');
  if (home?.isConnected && mark) home.append(mark);
  home = null;
}
