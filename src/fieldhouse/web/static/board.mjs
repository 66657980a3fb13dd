// Answers on the board itself: pictures and places that are touched, cards that are placed.

import { forgetWaitingCards, setUpLifting, setUpPairs, setUpSlots } from './board-cards.mjs';
import { answer, setUpSquares } from './board-squares.mjs';
import { $, all } from './dom.mjs';
import { setUpPads } from './roll-pads.mjs';

/** @typedef {import('./dom.mjs').Region} Region */

export { connectBoard } from './board-cards.mjs';

/** How often a board and its question had changed when they were set up: a card may be in the air just now.
 * @type {WeakMap<Region, string>}
 */
const setUp = new WeakMap();

/** Make everything on the board that is an answer clickable. */
export function setUpBoard() {
  const hasSlots = Boolean($('#board [data-slot]') && $('#ask form.options'));
  if (!hasSlots) forgetWaitingCards();
  /** @type {Region | null} */
  const question = $('#ask');
  for (const board of /** @type {Region[]} */ (all('#board, #last'))) {
    const changes = `${board.changes} ${question?.changes}`, isSame = setUp.get(board) === changes;
    setUp.set(board, changes);
    if (hasSlots && board.id === 'board') {
      if (!isSame) setUpSlots(board);
      continue;
    }
    for (const spot of all('[data-key].can', board)) spot.onclick = () => answer(spot.dataset.key ?? '');
    if (!$('[data-square]', board)) board.onpointerdown = board.onpointermove = board.onpointerup = null;
    else if (!isSame) setUpSquares(board);
  }
  if (!hasSlots) setUpLifting();
  setUpPairs();
  setUpPads();
}
