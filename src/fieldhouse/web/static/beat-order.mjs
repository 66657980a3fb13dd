// The order in which beats are played: what is new, what comes in with which beat, and how fast. Nothing here touches
// the page.

/** @typedef {import('./protocol.mjs').Beat} Beat */

/** A beat that waits to be played.
 * @typedef {Beat & Waiting} QueuedBeat
 * @typedef {object} Waiting
 * @property {number} [lead] milliseconds until what it turns up lies there
 * @property {string} [comes] the name of the elements that come in with it (`data-with`)
 * @property {() => void} [action] no beat of the server's: something to do when its turn comes
 */

const MANY = 4; // with more beats than this still to come, each takes half its time

/** The beats of events after this one.
 * @param {Beat[]} beats
 * @param {number} newest
 */
export const beatsAfter = (beats, newest) => beats.filter((beat) => (beat.n ?? -1) > newest);

/** Queue beats that came together. What was turned up last belongs to the last play: that beat waits for it.
 * @param {Beat[]} beats
 * @param {number} lead milliseconds until what was turned up lies there
 * @returns {QueuedBeat[]}
 */
export function queued(beats, lead) {
  const play = beats.findLastIndex((beat) => beat.play), last = play < 0 ? beats.length - 1 : play;
  return beats.map((beat, n) => ({ ...beat, lead: n === last ? lead : 0 }));
}

/** Name the elements that come in with each beat: the last element of a kind comes with the last beat of that kind.
 * @param {QueuedBeat[]} queue
 * @param {(kind: string) => number} highest the highest number among the elements of a kind
 */
export function nameEntrances(queue, highest) {
  const entering = queue.filter((beat) => beat.shows);
  for (const [place, beat] of entering.entries()) {
    beat.comes ??= `${beat.shows}-${highest(beat.shows ?? '') - (entering.length - 1 - place)}`;
  }
}

/** The number in a name such as `drive-7`.
 * @param {string} name
 */
export const numberIn = (name) => Number(name.split('-').at(-1));

/** Which of these lanes are seen: the last that fit, up to a number.
 * @param {number[]} lanes their numbers, in order
 * @param {number} upTo
 * @param {number} most how many fit
 */
export const visibleLanes = (lanes, upTo, most) => lanes.filter((lane) => lane <= upTo).slice(-most);

/** How long things take, as a share of their usual time, with so many beats still to come.
 * @param {number} waiting
 */
export const timeScale = (waiting) => (waiting > MANY ? 0.5 : 1);

/** What lay on the table after each play: later pages say it of plays that were the last when they came.
 * @param {Beat[]} known
 * @returns {Map<number | undefined, string | undefined>}
 */
export const lastPictures = (known) => new Map(
  known.filter((beat) => beat.last !== undefined).map((beat) => [beat.n, beat.last]),
);

/** Is another play to be shown after the one whose picture lies there?
 * @param {Beat[]} beats
 * @param {number | null | undefined} pictured the number of that play; none has been shown yet
 */
export const playsLater = (beats, pictured) => beats.some((beat) => beat.play && (beat.n ?? -1) > (pictured ?? -1));
