// Keyboard shortcuts at a table: 1 to 9 answer, Enter plays the lifted card or makes the call, U is undo, H asks for
// a hint, Escape skips the animation, puts a card down and closes drawers. On a board that is played by hand a digit
// picks a player, the next digit one of that player's moves, and Enter ends the turn; arrows move a cursor on it,
// which Space or Enter touches, and Escape puts away. While a play is shown no key answers.

import * as beats from './beats.mjs';
import { lowerCard } from './board-cards.mjs';
import { clearSelection, moveCursor, selectMoves, touchCursor } from './board-squares.mjs';
import { $, all, must, target } from './dom.mjs';
import { stopWaiting } from './playback.mjs';
import { isHeld } from './question-hold.mjs';
import { pickFace } from './roll-pads.mjs';

/** @typedef {HTMLButtonElement} Button */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const isOffering = () => must('#ask').classList.contains('offers');

/** The players of a board that is played by hand, as groups of buttons. */
const playerGroups = () => (isOffering() ? [] : all('#ask .as-list details.group'));

/** An answer of two cards: a digit picks one of the first row, or, when that has one, of the second.
 * @param {number} digit
 */
function pickHalf(digit) {
  const [first, second] = ['half-1', 'half-2'].map((name) => (
    /** @type {HTMLInputElement[]} */ (all(`#ask input[name="${name}"]:not([disabled])`))
  ));
  const row = first.some((input) => input.checked) ? second : first;
  row[digit - 1]?.click();
  document.activeElement?.closest('summary')?.blur(); // or Enter would close the drawer instead of making the call
}

function escape() {
  if (beats.skip() || lowerCard()) return;
  if (isOffering() || $('#board .spot.cursor')) { clearSelection(); return; }
  for (const drawer of /** @type {HTMLDetailsElement[]} */ (all('#ask details[open], #beside details[open]'))) {
    drawer.open = false;
  }
}

/** The button that a key stands for.
 * @param {string} key
 * @param {number} digit
 * @param {boolean} isByHand the board is played by hand
 * @returns {Button | null | undefined}
 */
function buttonFor(key, digit, isByHand) {
  if (digit) {
    const answers = '#ask .options :is(button[name="key"], button[name="batch"]):not([data-confirm])';
    const buttons = /** @type {Button[]} */ (all(answers));
    return buttons.filter((one) => one.checkVisibility())[digit - 1];
  }
  const shortcut = `#ask [data-shortcut="${CSS.escape(key.toLowerCase())}"]`;
  const played = $('#ask [data-confirm]') ? '#ask [data-confirm]:enabled' : '#ask .pcard.lifted, #ask .call:enabled';
  const enter = isByHand ? '#ask .main-choices button' : played;
  return /** @type {Button | null} */ ($(key === 'Enter' ? enter : shortcut));
}

/** @param {KeyboardEvent} event */
export function handleKey(event) {
  const on = target(event), { key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (on.closest('input:not([type="radio"]), select, textarea')) return;
  if (key === 'Escape') { escape(); return; }
  if (isHeld()) { // first the play is shown
    if (key === 'Enter' && !on.closest('button, a, summary')) stopWaiting();
    return;
  }
  const by = ARROWS[key];
  if (by && !on.closest('summary, [role="radiogroup"], input') && moveCursor(...by)) {
    event.preventDefault();
    return;
  }
  if ((key === ' ' || key === 'Enter') && !on.closest('button, a, summary, label') && touchCursor()) {
    event.preventDefault();
    return;
  }
  const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
  if (digit && pickFace(digit)) return;
  if (digit && $('#ask [data-halves]')?.checkVisibility()) { pickHalf(digit); return; }
  if (key === 'Enter' && on.closest('button, a, summary, label')) return; // they handle it themselves
  const players = playerGroups();
  if (digit && players.length) {
    const group = players[digit - 1];
    if (group) selectMoves(/** @type {Button[]} */ (all('button', group)).map((one) => one.value));
    return;
  }
  const button = buttonFor(key, digit, players.length > 0);
  if (button || on.matches('input')) event.preventDefault(); // Enter on a card answers nothing by itself
  const menu = button?.closest('details.confirm:not([open])');
  if (menu && !button?.checkVisibility()) { // it asks once more: Enter again answers
    menu.setAttribute('open', '');
    button?.focus();
    return;
  }
  if (button?.matches('.pcard') && $('#ask [data-confirm]')) button.click(); // it is picked, and confirmed by Enter
  else button?.form?.requestSubmit(button);
}
