// Players who move on the board: a copy of the board as it was is laid over the new one, and on it players move from
// place to place and the ball flies from player to player. The new board appears when all have arrived, or on a skip.

import { $, all, create } from './dom.mjs';

/** @typedef {import('./protocol.mjs').Beat} Beat */
/** @typedef {(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions) => Animation} Animate */
/** @typedef {[x: number, y: number]} Point */

const MOVE = 420; // milliseconds

/** @type {HTMLDivElement | null} */
let copy = null; // of the board as it was, while one is played on

/** The picture that shows players, if the board has one. */
const boardPicture = () => /** @type {SVGSVGElement | null} */ ($('#board [data-at]')?.closest('svg') ?? null);

/** Keep a copy of the board to play on, unless one is being played on. */
export function keepBoard() {
  const board = boardPicture();
  if (copy || !board) return;
  const picture = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  for (const gone of all('.marks, .arrows', picture)) gone.remove();
  for (const one of all('[id]', picture)) one.removeAttribute('id');
  for (const one of all('[data-move]', picture)) delete one.dataset.move;
  for (const one of all('.lit, .can, .from', picture)) one.classList.remove('lit', 'can', 'from');
  copy = create('div', { className: 'past' });
  copy.setAttribute('aria-hidden', 'true');
  copy.append(picture);
}

/** The board to play on, to be kept for another time. */
export const keptBoard = () => /** @type {HTMLDivElement | undefined} */ (copy?.cloneNode(true));

/** Play on a board that was kept.
 * @param {HTMLDivElement} board
 */
export function playOn(board) {
  copy = /** @type {HTMLDivElement} */ (board.cloneNode(true));
  coverBoard();
}

/** Lay the copy over the board that the page shows now. */
export function coverBoard() {
  const board = boardPicture(), part = board?.parentElement;
  if (!copy || !board || !part) return;
  const [b, p] = [board.getBoundingClientRect(), part.getBoundingClientRect()];
  const place = { left: b.x - p.x, top: b.y - p.y, width: b.width, height: b.height };
  for (const [name, value] of Object.entries(place)) copy.style.setProperty(name, `${value}px`);
  part.append(copy);
}

/** Show the new board. */
export function uncoverBoard() {
  copy?.remove();
  copy = null;
}

/** @param {string} place */
const playerAt = (place) => /** @type {SVGElement | null | undefined} */ (copy?.querySelector(`[data-at="${place}"]`));

/** The center of a place in the picture's own units.
 * @param {string} place
 * @returns {Point | null}
 */
function centerOf(place) {
  const square = /** @type {SVGGraphicsElement | null | undefined} */ (copy?.querySelector(`[data-square="${place}"]`));
  const box = square?.getBBox();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}

/** @param {Point} from @param {Point} to */
const glide = ([x, y], [toX, toY]) => [{ transform: `translate(${x - toX}px, ${y - toY}px)` }, { transform: 'none' }];

/** Play one beat: its players move, its ball flies. True if something moved.
 * @param {Beat} beat
 * @param {Animate} animate
 */
export function animatePlayers(beat, animate) {
  let moved = false;
  for (const [from, to] of beat.men ?? []) moved = movePlayer(from, to, animate) || moved;
  return beat.throw ? throwBall(...beat.throw, animate) || moved : moved;
}

/** @param {string} from @param {string} to @param {Animate} animate */
function movePlayer(from, to, animate) {
  const player = playerAt(from), figure = player?.firstElementChild, a = centerOf(from), b = centerOf(to);
  if (!player || !figure || !a || !b) return false;
  player.parentNode?.append(player); // above the players on the way
  player.dataset.at = to;
  player.setAttribute('transform', `translate(${b[0]} ${b[1]})`);
  animate(figure, glide(a, b), { duration: MOVE });
  return true;
}

/** @param {string} from @param {string} to @param {Animate} animate */
function throwBall(from, to, animate) {
  const ball = copy?.querySelector('.carried'), catcher = playerAt(to), a = centerOf(from), b = centerOf(to);
  if (!ball || !catcher || !a || !b) return false;
  const thrown = document.createElementNS(ball.namespaceURI, 'g');
  thrown.append(ball);
  catcher.firstElementChild?.append(thrown);
  catcher.parentNode?.append(catcher);
  animate(thrown, glide(a, b), { duration: MOVE });
  return true;
}
