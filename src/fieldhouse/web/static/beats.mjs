// Beats: the page is updated at once to what the server drew; what happened is then played on its elements. A click or
// a key skips to the updated page, and with reduced motion nothing moves.

import {
  animate, ballPlace, bringIn, drawLines, elementsWith, finishAnimations, glideFrom, highestOf, isAnimating, moveBall,
  placeOf, popScore, showBanner, showLanes, showScore, turnOverCards,
} from './beat-effects.mjs';
import { lastPictures, nameEntrances, numberIn, playsLater, queued, timeScale } from './beat-order.mjs';
import { $, all, prefersReducedMotion } from './dom.mjs';
import { playbackMode, stopWaiting, waitForNextDrive } from './playback.mjs';
import { animatePlayers, coverBoard, keepBoard, keptBoard, playOn, uncoverBoard } from './player-animation.mjs';
import { play } from './sound.mjs';
import * as spoilers from './spoilers.mjs';

/** @typedef {import('./protocol.mjs').Beat} Beat */
/** @typedef {import('./beat-order.mjs').QueuedBeat} QueuedBeat */
/** @typedef {import('./beat-effects.mjs').Place} Place */

/** What changes with the score.
 * @typedef {object} Figures
 * @property {Map<string, number>} points
 * @property {string | null | undefined} chance the width of the win-probability bar
 */

/** The page before an update.
 * @typedef {Figures & Pictures} Before
 * @typedef {object} Pictures
 * @property {Map<string, Place>} places where everything was that may move, by id
 * @property {Map<string, string | undefined>} faces which face each card on the board showed
 * @property {Set<string>} there the ids of what comes in only once
 * @property {number | null} ball
 * @property {import('./spoilers.mjs').Said} said
 * @property {string} last the picture of the last play
 */

/** @type {QueuedBeat[]} */
let queue = [];
let isRunning = false;
/** @type {QueuedBeat | null} */
let next = null; // the beat whose cards and dice are just coming in, before it is shown itself
let round = 0; // grows whenever everything was put as the page has it
let wake = () => {}; // ends the present wait
/** @type {(() => void)[]} */
let corrections = []; // what puts numbers right when somebody skips
let stopNext = false; // a drive has been shown, so that the next one waits
/** @type {string | null} */
let finalPicture = null; // of the last play, while that of an earlier one lies in its place
/** @type {number | null | undefined} */
let picturedPlay = null; // the number of the play whose picture lies there
/** @type {number | null} */
let ball = null; // where it lay when the field was last seen: cards may lie over it during a play
/** @type {{ board: HTMLDivElement, beats: Beat[] } | null} */
let lastTurn = null; // the other team's, and the board before it
/** @type {(isSkipped: boolean) => void} */
let settled = () => {}; // what to do when everything has been played
/** @type {Map<string, Place>} */
const lines = new Map(); // the same of the line of scrimmage and of the chain

/** @param {number} time @returns {Promise<void>} */
const wait = (time) => new Promise((done) => {
  const timer = setTimeout(done, time);
  wake = () => { clearTimeout(timer); done(); };
});

/** @param {Beat} beat */
const movesPlayers = (beat) => beat.men || beat.throw;

const lastPicture = () => $('#part-last');

/** The HTML of that picture without the styles that animations left on it, which the content policy would block.
 * @param {HTMLElement | null} picture
 */
function pictureHtml(picture) {
  const copy = /** @type {HTMLElement | null} */ (picture?.cloneNode(true) ?? null);
  for (const one of copy ? all('[style]', copy) : []) one.removeAttribute('style');
  return copy?.innerHTML ?? '';
}

const movable = () => all('#table [data-move][id]');

/** Call this whenever everything has been played, or skipped.
 * @param {(isSkipped: boolean) => void} callback
 */
export function onSettle(callback) { settled = callback; }

/** @param {Beat[]} beats */
const isQuick = (beats) => beats.some((beat) => beat.shows) && playbackMode() === 'end';

/** Will an update with these beats be played, or is one being played?
 * @param {Beat[]} news
 */
export const willPlay = (news) => (
  isRunning || (news.length > 0 && !isQuick(news) && !prefersReducedMotion() && !document.hidden)
);

/** Note where everything is that may move, before the page is updated.
 * @param {Beat[]} [news] the beats that the update brings
 * @returns {Before | null} null where nothing is to be animated
 */
export function before(news = []) {
  if (prefersReducedMotion() || document.hidden) return null;
  ball = ballPlace() ?? ball;
  if (news.some(movesPlayers)) {
    keepBoard();
    noteTurn(news);
  }
  for (const one of all('#board #scrim, #board #chain')) lines.set(one.id, placeOf(one));
  return {
    places: new Map([...lines, ...movable().map((one) => /** @type {const} */ ([one.id, placeOf(one)]))]),
    ...currentFigures(),
    faces: new Map(all('#board [data-face][id]').map((one) => [one.id, one.dataset.face])),
    there: new Set(all('#table [data-once][id]').map((one) => one.id)),
    ball,
    said: spoilers.whatPageSays(),
    last: pictureHtml(lastPicture()),
  };
}

/** The picture of the last play on a page that has not been put in place yet.
 * @param {ParentNode} page
 */
export const lastPictureOn = (page) => pictureHtml($('#part-last', page));

/** Note the other team's turn, so that it can be shown again.
 * @param {Beat[]} news
 */
function noteTurn(news) {
  const own = $('#table')?.dataset.seat, board = keptBoard();
  if (!board || !news.some((beat) => movesPlayers(beat) && String(beat.side) !== own)) return;
  if (!isRunning || !lastTurn) lastTurn = { board, beats: [] };
  lastTurn.beats.push(...news);
}

/** Can the other team's last turn be shown again? */
export const hasTurn = () => lastTurn !== null && !isRunning;

/** Show the other team's last turn again, on the board as it was before. */
export function showTurnAgain() {
  if (!lastTurn || isRunning) return;
  playOn(lastTurn.board);
  queue.push(...lastTurn.beats.filter((beat) => !beat.anew));
  run(null);
}

/** Play what is new on the page that was just updated.
 * @param {Before | null} was
 * @param {Beat[]} beats
 * @param {Beat[]} [known] all beats that the update brings
 * @param {string} [last] the picture of the last play that it brings
 */
export function after(was, beats, known = beats, last = pictureHtml(lastPicture())) {
  if (!was || prefersReducedMotion() || document.hidden) return;
  const quick = isQuick(beats), plays = beats.length > 0 && !quick, beginsPlay = beats.some((beat) => beat.play);
  if (plays || isRunning) keepLastPicture(was, beats, known, last);
  const lead = plays ? turnOverCards(was.faces) + bringIn(was.there, finalPicture === null && beginsPlay) : 0;
  coverBoard();
  const late = beats.some(movesPlayers) ? [] : glideAll(was.places, lead);
  if (!plays && !isRunning) return;
  spoilers.hold(was.said);
  spoilers.showSentence(was.said.event); // how it ended is not said before it is shown
  if (quick) return;
  queue.push(...queued(beats, lead), ...late.map((action) => ({ action })));
  nameEntrances(queue, highestOf);
  hideEntrances();
  for (const [id, points] of was.points) countUp(id, points);
  if (!isRunning && queue.length) run(was.ball);
}

/** The picture of an earlier play stays until the next play begins.
 * @param {Before} was
 * @param {Beat[]} beats
 * @param {Beat[]} known of a play that was the last when it came, a later page says what lay there
 * @param {string} last the picture that the page brings: of the last of all plays
 */
function keepLastPicture(was, beats, known, last) {
  const pictures = lastPictures(known), now = lastPicture();
  for (const beat of queue) beat.last ??= pictures.get(beat.n);
  const isFirst = isRunning && picturedPlay === null && finalPicture !== null;
  const waits = isRunning ? isFirst : beats.slice(stopNext ? 0 : 1).some((beat) => beat.play);
  if (!now) return;
  if (waits || (isRunning && playsLater([...queue, ...beats], picturedPlay))) {
    const stays = waits ? was.last : pictures.get(picturedPlay ?? undefined) ?? was.last;
    finalPicture = last;
    if (pictureHtml(now) !== stays) now.innerHTML = stays;
  } else {
    finalPicture = null;
  }
}

/** Lay out what belongs to a play that begins; the time until it lies there.
 * @param {QueuedBeat} beat
 */
function layOut(beat) {
  picturedPlay = beat.n;
  const now = lastPicture(), picture = beat.last ?? finalPicture;
  if (!now || picture === null) return beat.lead ?? 0;
  if (beat.last === undefined) finalPicture = null;
  now.innerHTML = picture;
  return bringIn(new Set(), true, now);
}

/** Let everything that moved glide from where it was; what lies on the field waits for the play to be turned up.
 * @param {Map<string, Place>} places
 * @param {number} lead
 * @returns {(() => void)[]} what moves only with the last of several plays
 */
function glideAll(places, lead) {
  const late = [];
  for (const one of movable()) {
    const isOnBoard = one.closest('#board'), glide = glideFrom(one, places.get(one.id), isOnBoard ? lead : 0);
    if (!glide || !isOnBoard || finalPicture === null) continue;
    glide.pause(); // several plays came at once
    late.push(() => glide.play());
  }
  return late;
}

/** Hide what comes in with a beat of its own, on whatever page arrives meanwhile. */
function hideEntrances() {
  const ahead = [next, ...queue].filter((beat) => beat?.comes);
  if (!ahead.length) return;
  document.documentElement.dataset.drives = 'on'; // what came of them is not told beforehand
  for (const beat of ahead) for (const one of elementsWith(beat?.comes)) one.style.visibility = 'hidden';
  showLanes(numberIn(ahead[0]?.comes ?? '') - 1);
}

/** Show the old score until all has been played.
 * @param {string} id
 * @param {number} from
 */
function countUp(id, from) {
  const element = document.getElementById(id), to = Number(element?.textContent);
  if (!element || !(to > from)) return;
  element.textContent = String(from);
  const finish = () => { element.textContent = String(to); };
  corrections.push(finish);
  queue.push({ action: () => { showScore(numberIn(id), to); finish(); } });
}

/** Play the queue.
 * @param {number | null} start where the ball lies
 */
async function run(start) {
  isRunning = true;
  const mine = round;
  let place = start;
  document.documentElement.dataset.beats = 'playing';
  for (let beat = queue.shift(); beat; beat = queue.shift()) {
    const scale = timeScale(queue.length);
    if (beat.action) { beat.action(); continue; }
    if (stopNext && (beat.play || beat.comes)) { // the drive before has been shown, with the points it brought
      stopNext = false;
      next = beat;
      await waitForNextDrive();
      if (mine !== round) return;
    }
    if (place !== null && [beat, ...queue].some((one) => one.ball !== undefined)) moveBall(place, place, 1);
    next = beat;
    const lead = beat.play ? layOut(beat) : beat.lead;
    if (lead) await wait(lead);
    if (mine !== round) return; // somebody skipped
    next = null;
    const time = show(beat, place, scale);
    if (beat.ball !== undefined && place !== null) place = beat.ball;
    if (time) await wait(time);
    if (mine !== round) return;
    if (beat.comes) stopNext = true;
  }
  settle();
}

/** Show one beat on the page; the time it takes.
 * @param {QueuedBeat} beat
 * @param {number | null} place where the ball lies
 * @param {number} scale
 */
function show(beat, place, scale) {
  spoilers.revealUpTo(beat.n);
  if (beat.anew) uncoverBoard();
  if (beat.words) spoilers.showSentence(beat.words);
  if (beat.clock) spoilers.showGameClock(beat.clock);
  for (const [seat, points] of (beat.points ?? []).entries()) showScore(seat, points);
  if (beat.sound) play(beat.sound);
  let time = beat.words ? 250 : 0;
  if (place !== null && beat.ball !== undefined) {
    moveBall(place, beat.ball, 450 * scale);
    time = 450;
  }
  if (animatePlayers(beat, animate)) time = 600;
  if (beat.banner) time = Math.max(time, showBanner(beat.banner));
  const elements = elementsWith(beat.comes);
  if (beat.comes) showLanes(numberIn(beat.comes));
  return Math.max(time * scale, drawLines(elements));
}

/** What the score line and the win-probability bar say.
 * @returns {Figures}
 */
export const currentFigures = () => ({
  points: new Map(all('#table [data-points]').map((one) => [one.id, Number(one.textContent)])),
  chance: $('#gauge')?.getAttribute('width'),
});

/** Let score and win-probability bar move from these figures to what the page says now.
 * @param {Figures} figures
 */
export function moveFigures({ points, chance }) {
  if (prefersReducedMotion() || document.hidden) return;
  for (const [id, from] of points) {
    const to = Number(document.getElementById(id)?.textContent);
    if (to > from) popScore(id);
  }
  const bar = $('#gauge'), to = bar?.getAttribute('width');
  if (bar && chance && to && to !== chance) {
    animate(bar, [{ width: `${chance}px` }, { width: `${to}px` }], { duration: 600 });
  }
}

/** Put everything as the page has it.
 * @param {boolean} [isSkipped]
 */
function settle(isSkipped = false) {
  round += 1;
  finishAnimations();
  for (const correct of corrections) correct();
  spoilers.revealAll();
  uncoverBoard();
  const picture = lastPicture();
  if (finalPicture !== null && picture) picture.innerHTML = finalPicture;
  finalPicture = picturedPlay = null;
  for (const one of all('#board [data-with]')) one.style.visibility = '';
  showLanes(Infinity);
  $('#board .banner')?.replaceChildren();
  corrections = [];
  queue = [];
  next = null;
  isRunning = false;
  delete document.documentElement.dataset.beats;
  delete document.documentElement.dataset.drives;
  settled(isSkipped);
}

/** Is something being played? */
export const isPlaying = () => isRunning;

/** Stop playing and show the page as it is. True if something was playing. */
export function skip() {
  stopNext = false;
  if (!isRunning && !isAnimating()) return false;
  queue = [];
  settle(true);
  wake();
  stopWaiting();
  return true;
}
