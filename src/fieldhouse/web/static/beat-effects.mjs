// The effects that beats are made of: cards that turn over, dice that tumble, lines that draw themselves, the ball that
// glides. Every effect returns how long it takes, in milliseconds.

import { numberIn, visibleLanes } from './beat-order.mjs';
import { $, all, create } from './dom.mjs';
import { play } from './sound.mjs';

/** @typedef {import('./sound.mjs').Sound} Sound */

/** How an element enters (`data-beat`).
 * @typedef {object} Entrance
 * @property {Keyframe[]} frames
 * @property {number} time
 * @property {number} gap until the next element enters
 * @property {Sound} [sound]
 */

/** @type {Record<string, Entrance>} */
const ENTRANCES = {
  turn: {
    frames: [{ transform: 'perspective(700px) rotateY(90deg)', opacity: 0.2 }, { transform: 'none', opacity: 1 }],
    time: 380,
    gap: 160,
    sound: 'card',
  },
  roll: {
    frames: [
      { transform: 'translateY(-26px) rotate(-260deg)', opacity: 0 },
      { transform: 'translateY(4px) rotate(20deg)', opacity: 1, offset: 0.7 },
      { transform: 'none', opacity: 1 },
    ],
    time: 460,
    gap: 380,
    sound: 'dice',
  },
  sum: {
    frames: [{ opacity: 0, transform: 'translateX(-8px)' }, { opacity: 1, transform: 'none' }],
    time: 260,
    gap: 200,
  },
  drop: {
    frames: [{ opacity: 0, transform: 'translateY(-18px)' }, { opacity: 1, transform: 'none' }],
    time: 320,
    gap: 60,
  },
  draw: { frames: [{ clipPath: 'inset(0 100% 0 0)' }, { clipPath: 'inset(0)' }], time: 700, gap: 500 },
};
const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const TURN_GAP = 90;
const GLIDE = 420;

/** @type {Animation[]} */
let animations = [];

/** Animate an element until it is as the page has it.
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
export function animate(element, frames, options) {
  const animation = element.animate(frames, { easing: EASE, fill: 'backwards', ...options });
  animations.push(animation);
  animation.finished.catch(() => { /* it was overtaken */ });
  return animation;
}

/** Is any of our animations running? */
export const isAnimating = () => animations.some((animation) => animation.playState === 'running');

/** End all animations now. */
export function finishAnimations() {
  ballMove?.cancel();
  for (const animation of animations) { try { animation.finish(); } catch { animation.cancel(); } }
  animations = [];
}

/** @param {Element} element */
function turnAroundItsCenter(element) {
  Object.assign(/** @type {HTMLElement} */ (element).style, { transformBox: 'fill-box', transformOrigin: 'center' });
}

/** Turn over, one after the other, the cards on the board that show another face than before.
 * @param {Map<string, string | undefined>} faces what they showed, by id
 */
export function turnOverCards(faces) {
  const isTurned = (/** @type {HTMLElement} */ one) => faces.has(one.id) && faces.get(one.id) !== one.dataset.face;
  const turned = all('#board [data-face][id]').filter(isTurned);
  for (const [place, one] of turned.entries()) {
    const card = one.firstElementChild;
    if (!card) continue;
    turnAroundItsCenter(card);
    animate(card, ENTRANCES.turn.frames, { duration: ENTRANCES.turn.time, delay: place * TURN_GAP });
  }
  return turned.length ? ENTRANCES.turn.time + (turned.length - 1) * TURN_GAP : 0;
}

/** Bring in what was turned up and rolled, one after the other.
 * @param {Set<string>} there the ids of what comes only once and is there already
 * @param {boolean} isPlay a play began: everything else comes in too
 * @param {ParentNode | null} [root]
 */
export function bringIn(there, isPlay, root = $('#table')) {
  let at = 0, end = 0;
  for (const element of root ? all('[data-beat]', root) : []) {
    const kind = ENTRANCES[element.dataset.beat ?? ''];
    if (!kind || (element.dataset.once ? there.has(element.id) : !isPlay)) continue;
    turnAroundItsCenter(element);
    animate(element, kind.frames, { duration: kind.time, delay: at });
    if (kind.sound) setTimeout(play, at, kind.sound);
    end = at + kind.time;
    at += kind.gap;
  }
  return end;
}

/** Lines draw themselves the way they run, and what stands at their end drops in.
 * @param {HTMLElement[]} elements
 */
export function drawLines(elements) {
  for (const one of elements) {
    one.style.visibility = '';
    const from = one.dataset.draws === 'left' ? 'inset(-9px 0 -9px 100%)' : 'inset(-9px 100% -9px 0)';
    if (one.dataset.draws) animate(one, [{ clipPath: from }, { clipPath: 'inset(-9px)' }], { duration: 700 });
    else animate(one, ENTRANCES.drop.frames, { duration: 300, delay: 600 });
  }
  return elements.length ? 1000 : 0;
}

/** The elements that come in with a beat.
 * @param {string | undefined} name
 */
export const elementsWith = (name) => (name ? all(`#board [data-with="${name}"]`) : []);

/** The highest number among the elements of a kind.
 * @param {string} kind
 */
export const highestOf = (kind) => Math.max(
  0, ...all(`#board [data-with^="${kind}-"]`).map((one) => numberIn(one.dataset.with ?? '')),
);

/** Of lanes one below the other show the last that fit, up to this number.
 * @param {number} upTo
 */
export function showLanes(upTo) {
  const box = $('#board [data-lanes]');
  const [first, step, most] = (box?.dataset.lanes ?? '').split(' ').map(Number);
  const lanes = /** @type {HTMLElement[]} */ ([...(box?.children ?? [])]);
  const seen = visibleLanes(lanes.map((one) => Number(one.dataset.lane)), upTo, most);
  for (const one of lanes) {
    const place = seen.indexOf(Number(one.dataset.lane));
    if (place < 0) one.setAttribute('display', 'none'); else one.removeAttribute('display');
    one.setAttribute('y', `${first + step * Math.max(0, place)}%`);
  }
}

/** Where something is in its picture, as shares of it: the page may be scrolled or laid out anew meanwhile.
 * @typedef {{ x: number, y: number, frame: DOMRect }} Place
 */

/** @param {Element} one @returns {Place} */
export function placeOf(one) {
  const picture = one.closest('.part > svg') ?? $('#table'), box = one.getBoundingClientRect();
  const frame = picture ? picture.getBoundingClientRect() : box;
  return { x: (box.x - frame.x) / frame.width, y: (box.y - frame.y) / frame.height, frame };
}

/** Glide from an old place to the present one; null where nothing moved, as in a closed drawer.
 * @param {HTMLElement} one
 * @param {Place | undefined} old
 * @param {number} delay
 */
export function glideFrom(one, old, delay) {
  const now = placeOf(one);
  const [x, y] = old ? [(old.x - now.x) * now.frame.width, (old.y - now.y) * now.frame.height] : [0, 0];
  if (!now.frame.width || !(Math.abs(x) >= 1 || Math.abs(y) >= 1)) return null;
  const parent = /** @type {SVGGraphicsElement | null} */ (/** @type {Element | null} */ (one.parentElement));
  const k = parent?.getScreenCTM?.()?.a ?? 1;
  const frames = [{ transform: `translate(${x / k}px, ${y / k}px)` }, { transform: 'none' }];
  return animate(one, frames, { duration: GLIDE, delay });
}

const FIELD = 1.2; // a field is drawn with an end zone of a tenth on either side

/** The ball's place on the field as drawn, from 0 at the left goal line to 1; null where it is not seen. */
export function ballPlace() {
  const ball = $('#ball > ellipse'), field = ball?.closest('.part > svg'); // without the arrow beside it
  if (!ball || !field) return null;
  const [b, f] = [ball.getBoundingClientRect(), field.getBoundingClientRect()];
  if (!f.width) return null; // in a drawer that is closed, as when the game is over
  return ((b.x + b.width / 2 - f.x) / f.width) * FIELD - (FIELD - 1) / 2;
}

/** @type {Animation | undefined} */
let ballMove;

/** Move the ball along the field.
 * @param {number | null} from
 * @param {number} to
 * @param {number} time
 */
export function moveBall(from, to, time) {
  ballMove?.cancel();
  const ball = $('#ball'), field = ball?.closest('.part > svg');
  if (!ball || !field || from === null) return;
  const home = ballPlace(), k = field.getBoundingClientRect().width / FIELD;
  if (home === null) return;
  const at = (/** @type {number} */ place) => ({ transform: `translateX(${(place - home) * k}px)` });
  ballMove = ball.animate([at(from), at(to)], { duration: time, easing: EASE, fill: 'both' });
  ballMove.finished.catch(() => { /* it was overtaken */ });
}

/** Show a seat's score as of a beat.
 * @param {number} seat
 * @param {number} points
 */
export function showScore(seat, points) {
  const element = document.getElementById(`points-${seat}`);
  if (!element || Number(element.textContent) === points) return;
  element.textContent = String(points);
  popScore(element.id);
}

/** Draw the eye to a score that changed.
 * @param {string} id
 */
export function popScore(id) {
  const element = document.getElementById(id);
  if (element) animate(element, [{ transform: 'scale(1.5)' }, { transform: 'none' }], { duration: 500 });
}

/** Run a banner across the board.
 * @param {string} words
 */
export function showBanner(words) {
  const place = $('#board .banner');
  if (!place) return 0;
  const sign = create('b', { textContent: words });
  sign.style.setProperty('--letters', String(words.length));
  place.replaceChildren(sign);
  const frames = [
    { opacity: 0, transform: 'translateX(-30%) skewX(-8deg)' },
    { opacity: 1, transform: 'skewX(-8deg)', offset: 0.2 },
    { opacity: 1, transform: 'skewX(-8deg)', offset: 0.8 },
    { opacity: 0, transform: 'translateX(30%) skewX(-8deg)' },
  ];
  animate(sign, frames, { duration: 1000, fill: 'both' }).finished.then(() => sign.remove(), () => sign.remove());
  return 850;
}
