// Places on the board that take answers: two touches, or a drag, from one place to another. A finger that touches a
// place which is an answer by itself sees the answer first: its button, or a second touch, gives it. The buttons
// beside the board give the same answers, for keyboards and screen readers.

import { keysFrom, movesOf, originOf, parseTouches, targetsOf, waysBy } from './board-moves.mjs';
import { $, all, must, prefersReducedMotion } from './dom.mjs';
import { isHeld } from './question-hold.mjs';

/** @typedef {HTMLButtonElement} Button */
/** @typedef {import('./dom.mjs').Region} Region */

const MOST_LISTED = 6; // answers of one touch
const DRAG = 6; // pixels that a pointer moves before it is a drag

/** @type {(keys: string[] | null) => void} */
let select = () => {};

/** Pick the player whom these answers move, and list the answers, as a touch would.
 * @param {string[]} keys
 */
export const selectMoves = (keys) => select(keys);

/** @type {(x: number, y: number) => boolean} */
let step = () => false;
/** @type {() => boolean} */
let press = () => false;

/** Move the cursor on the board by one place; false where there is no board to move on.
 * @param {number} x
 * @param {number} y
 */
export const moveCursor = (x, y) => step(x, y);

/** Touch the place under the cursor; false without a cursor. */
export const touchCursor = () => press();

/** Pick nobody. */
export const clearSelection = () => select(null);

/** Give an answer by its key; false where it is not on offer.
 * @param {string} key
 */
export function answer(key) {
  if (isHeld()) return false;
  /** @type {HTMLSelectElement | null} */
  const list = $('#ask select[name="listed"]');
  if (list && [...list.options].some((option) => option.value === key)) {
    list.value = key;
    list.form?.requestSubmit();
    return true;
  }
  const button = /** @type {Button[]} */ (all('#ask button[name="key"]')).find((one) => one.value === key);
  button?.form?.requestSubmit(button);
  return Boolean(button);
}

/** What the board can answer now. */
function currentMoves() {
  const listed = /** @type {(Button | HTMLOptionElement)[]} */ (
    all('#ask button[name="key"][data-touches], #ask select[name="listed"] option[data-touches]')
  );
  const answers = listed.map((one) => ({ key: one.value, touches: parseTouches(one.dataset.touches) }));
  return movesOf(answers, new Set(all('#board [data-square]').map((one) => one.dataset.square ?? '')));
}

/** Is this the answer that a lesson asks for?
 * @param {string} key
 */
const isLessonAnswer = (key) => (
  /** @type {Button[]} */ (all('#table.lesson #ask .choice.pointed button')).some((button) => button.value === key)
);

/** Let the places of this board be touched and dragged between.
 * @param {Region} board
 */
export function setUpSquares(board) {
  const moves = currentMoves();
  /** @type {string | null} */
  let from = null;
  /** Where the picked player can go to give the answers to the place touched last: a block from several squares.
   * @type {Map<string, string[]> | null}
   */
  let ways = null;
  /** @type {string | null} */
  let cursor = null;
  const spotsOf = (/** @type {string} */ place) => all(`[data-square="${place}"]`, board);
  const hasMoves = (/** @type {string} */ place) => moves.between.has(place);
  const targets = () => (ways ? [...ways.keys()] : targetsOf(moves, from));
  const isTarget = (/** @type {string} */ place) => targets().includes(place);

  const light = () => {
    for (const spot of all('[data-square]', board)) spot.classList.remove('lit', 'from', 'can');
    for (const place of [...moves.between.keys(), ...moves.single.keys()]) {
      for (const spot of spotsOf(place)) spot.classList.add('can');
    }
    if (!from) return;
    for (const spot of spotsOf(from)) spot.classList.add('from');
    for (const place of targets()) for (const spot of spotsOf(place)) spot.classList.add('lit', 'can');
  };

  // Two places that are no answer: the server says why.
  const attempt = (/** @type {string} */ place) => {
    /** @type {Button | null} */
    const button = $('#ask button[data-attempt]');
    if (!button || isHeld()) return false;
    button.value = `${from} ${place}`;
    button.form?.requestSubmit(button);
    return true;
  };

  const touch = (/** @type {string} */ place, isFinger = false) => {
    const keys = ways ? ways.get(place) : from ? moves.between.get(from)?.get(place) : undefined;
    if (keys) {
      const one = keys.length === 1 ? keys[0] : keys.find(isLessonAnswer);
      const stands = waysBy(moves, keys);
      if (one) answer(one);
      else if (!ways && stands.size > 1) { ways = stands; light(); } else offer(keys);
      return;
    }
    const isOver = Boolean(ways);
    ways = null;
    const own = moves.single.get(place) ?? [];
    if (from && !isOver && place !== from && !hasMoves(place) && !own.length && attempt(place)) return;
    const isWhole = own.length === 1 && !hasMoves(place), isAgain = place === from;
    if (isWhole && (isAgain || !isFinger)) { answer(own[0]); return; }
    from = !isAgain && (hasMoves(place) || own.length) ? place : null;
    light();
    const begun = from && own.length ? keysFrom(moves, from) : null;
    offer(begun && begun.length > MOST_LISTED ? own : begun); // all others are touched where they are lit
  };

  const middle = (/** @type {Element} */ spot) => {
    const box = spot.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, side: box.width };
  };
  const point = (/** @type {string | null} */ place) => {
    for (const spot of all('.spot.cursor', board)) spot.classList.remove('cursor');
    cursor = place;
    for (const spot of place ? spotsOf(place) : []) spot.classList.add('cursor');
  };
  step = (x, y) => {
    if (!moves.between.size) return false;
    const begin = cursor ?? from ?? [...moves.between.keys()][0];
    const spot = spotsOf(begin)[0];
    if (!spot) return false;
    const at = middle(spot);
    const next = cursor === null ? undefined : all('.spot[data-square]', board).find((one) => {
      const to = middle(one), dx = (to.x - at.x) / at.side, dy = (to.y - at.y) / at.side;
      return Math.hypot(dx - x * 1.06, dy - y * 1.06) < 0.4;
    });
    point(next?.dataset.square ?? begin);
    return true;
  };
  press = () => {
    if (!cursor) return false;
    touch(cursor);
    return true;
  };

  select = (keys) => {
    ways = null;
    if (!keys) point(null);
    from = keys ? originOf(moves, keys[0]) : null;
    light();
    offer(keys);
  };

  // Several names may lie on one place: first where one can go from here, then who can go.
  const placeUnder = (/** @type {MouseEvent} */ event) => {
    const elements = document.elementsFromPoint(event.clientX, event.clientY);
    const spots = /** @type {(HTMLElement | null)[]} */ (elements.map((one) => one.closest('[data-square]')));
    const here = spots.flatMap((one) => one?.dataset.square ?? []);
    return here.find(isTarget) ?? here.find((place) => hasMoves(place) || moves.single.has(place)) ?? here[0];
  };

  /** @type {string | undefined} */
  let down; // the place where the pointer came down
  /** @type {{ x: number, y: number } | null} */
  let start = null;
  /** @type {SVGElement | null} */
  let player = null; // who is being dragged
  const drop = () => {
    if (player) player.style.transform = '';
    player = start = null;
  };
  board.onpointerdown = (event) => {
    drop();
    down = placeUnder(event);
    if (!down || !hasMoves(down)) return;
    event.preventDefault();
    start = { x: event.clientX, y: event.clientY };
  };
  board.onpointermove = (event) => {
    if (!start || !event.buttons) return;
    const x = event.clientX - start.x, y = event.clientY - start.y;
    if (!player) {
      if (Math.hypot(x, y) < DRAG) return;
      player = $(`[data-at="${down}"] > *`, board);
      from = down ?? null;
      light();
    }
    const parent = /** @type {SVGGraphicsElement | null | undefined} */ (player?.parentNode);
    const k = parent?.getScreenCTM()?.a ?? 1;
    if (player) player.style.transform = `translate(${x / k}px, ${y / k}px)`;
  };
  board.onpointercancel = board.onpointerleave = drop;
  board.onpointerup = (event) => {
    const up = placeUnder(event);
    drop();
    if (!up) return;
    if (down && down !== up && hasMoves(down)) from = down;
    touch(up, event.pointerType === 'touch');
    down = undefined;
  };
  /** @type {Button | null} */
  const cancel = $('#ask button[data-cancel]');
  if (cancel) cancel.onclick = () => select(null);
  light();
}

/** Several answers begin with the same touch: show just those buttons; with none, all of them again.
 * @param {string[] | null} keys
 */
function offer(keys) {
  const isShown = (/** @type {Button} */ button) => {
    if (button.matches('[data-cancel]')) return Boolean(keys);
    return !keys || button.name !== 'key' || keys.includes(button.value);
  };
  if (!keys && !$('#ask.offers')) return;
  $('#ask')?.classList.toggle('offers', Boolean(keys));
  for (const list of /** @type {HTMLDetailsElement[]} */ (all('#ask details.as-list'))) list.open = Boolean(keys);
  for (const group of /** @type {HTMLDetailsElement[]} */ (all('#ask details.group'))) {
    group.hidden = !/** @type {Button[]} */ (all('button', group)).some(isShown);
    group.open = Boolean(keys) && !group.hidden;
  }
  for (const choice of all('#ask .choice')) choice.hidden = !isShown(must('button', choice));
  const elsewhere = $('#ask .choice:has([data-cancel]) small');
  if (elsewhere) elsewhere.hidden = !$('#board .lit');
  const first = keys && all('#ask .choice:not([hidden]) button[name="key"]')[0];
  if (!first) return;
  first.focus({ preventScroll: true });
  // In a lesson the buttons may be below.
  first.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
}
