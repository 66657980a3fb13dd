// Cards as answers: dragged to places on the board, lifted and played with two taps, or combined from two rows.

import { $, all, announce, must, prefersReducedMotion } from './dom.mjs';

/** @typedef {HTMLButtonElement & { wasTouched?: boolean }} Card */
/** @typedef {(form: HTMLFormElement, data: URLSearchParams) => void} Send */

const SVG = 'http://www.w3.org/2000/svg';
const DRAG = 6; // pixels that a pointer moves before it is a drag

/** Whether an answer is under way, and how an answer of several keys is sent.
 * @type {{ isSending: () => boolean, send: Send }}
 */
let connection = { isSending: () => false, send: () => {} };

/** @param {() => boolean} isSending @param {Send} send */
export function connectBoard(isSending, send) { connection = { isSending, send }; }

// Cards to slots. A card of the hand is dragged to any empty slot of the board, or clicked for the highlighted one (a
// click on a slot highlights it). The game asks for the slots in order, so cards placed ahead wait here, and every run
// of cards that begins with the slot now asked for is sent as one answer of several keys.

/** @type {Map<string, string>} */
const waiting = new Map(); // slot to card
let sendReadyCards = () => {};

/** Send the cards that wait on the first slots. */
export const sendWaitingCards = () => sendReadyCards();

/** The cards that wait on the board, as `slot=card`: an answer to all places at once leaves them there. */
export const waitingCards = () => [...waiting].map(([slot, card]) => `${slot}=${card}`);

/** Forget all cards that wait: this question is about something else. */
export function forgetWaitingCards() {
  waiting.clear();
  sendReadyCards = () => {};
}

/** What a card is called.
 * @param {Element} card
 */
const cardName = (card) => must('.sr', card).textContent ?? '';

/** @param {HTMLElement} slot */
const slotName = (slot) => slot.dataset.slot ?? '';

/** Let the cards of the hand be placed on the slots of this board.
 * @param {HTMLElement} board
 */
export function setUpSlots(board) {
  const slots = all('[data-slot]', board), cards = /** @type {Card[]} */ (all('#ask button.pcard[name="key"]'));
  const slotOf = (/** @type {Card} */ card) => slots.find((slot) => waiting.get(slotName(slot)) === card.value);
  for (const [slot, key] of waiting) {
    const isGone = !slots.some((one) => slotName(one) === slot) || !cards.some((card) => card.value === key);
    if (isGone) waiting.delete(slot);
  }
  /** @type {HTMLElement | undefined} */
  let aim = slots[0];
  const show = () => {
    for (const slot of slots) {
      const card = cards.find((one) => one.value === waiting.get(slotName(slot)));
      slot.classList.toggle('aim', slot === aim);
      slot.classList.toggle('waits', Boolean(card));
      labelSlot(slot, card ? cardName(card) : '');
    }
    for (const card of cards) card.classList.toggle('laid', Boolean(slotOf(card)));
  };
  const place = (/** @type {Card} */ card, /** @type {HTMLElement | null | undefined} */ slot) => {
    const before = slotOf(card);
    if (before) waiting.delete(slotName(before));
    if (slot) waiting.set(slotName(slot), card.value);
    aim = slots.find((one) => !waiting.has(slotName(one))) ?? slots[0];
    show();
    if (slot) announce(`${cardName(card)} placed: ${must('title', slot).textContent}.`);
    sendReadyCards();
  };
  sendReadyCards = () => {
    /** @type {HTMLFormElement | null} */
    const form = $('#ask form.options');
    const gap = slots.findIndex((slot) => !waiting.has(slotName(slot)));
    const filled = slots.slice(0, gap < 0 ? slots.length : gap);
    const ready = filled.slice(0, cards.length - 1); // the last card goes by itself
    if (connection.isSending() || !form || !ready.length || !board.isConnected) return;
    const data = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
    data.delete('key');
    for (const slot of ready) {
      data.append('key', waiting.get(slotName(slot)) ?? '');
      waiting.delete(slotName(slot));
    }
    connection.send(form, data);
  };
  for (const slot of slots) slot.onclick = () => { aim = slot; show(); };
  for (const card of cards) {
    // A click on a card that waits takes it up again.
    setUpDrag(card, slots, (slot, isMoved) => place(card, isMoved ? slot : slotOf(card) ? null : aim));
  }
  show();
  sendReadyCards();
}

/** Write the name of the card that waits on a slot into its middle.
 * @param {HTMLElement} slot
 * @param {string} words
 */
function labelSlot(slot, words) {
  $('text.waits', slot)?.remove();
  if (!words) return;
  /** @type {SVGRectElement} */
  const box = must('rect', slot);
  const text = document.createElementNS(SVG, 'text');
  text.classList.add('waits');
  text.setAttribute('x', String(box.x.baseVal.value + box.width.baseVal.value / 2));
  text.setAttribute('y', String(box.y.baseVal.value + box.height.baseVal.value / 2 + 4));
  text.setAttribute('text-anchor', 'middle');
  text.textContent = words;
  slot.append(text);
}

/** Follow the pointer from a card.
 * @param {Card} card
 * @param {HTMLElement[]} slots
 * @param {(slot: HTMLElement | null | undefined, isMoved: boolean) => void} done gets the slot the card was dropped on
 */
function setUpDrag(card, slots, done) {
  /** @type {{ x: number, y: number } | null} */
  let start = null;
  let isMoved = false;
  const drop = () => { start = null; card.classList.remove('dragged'); card.style.transform = ''; };
  card.onpointerdown = (event) => {
    if (event.button) return;
    start = { x: event.clientX, y: event.clientY };
    isMoved = false;
    card.setPointerCapture(event.pointerId);
  };
  card.onpointermove = (event) => {
    if (!start) return;
    const x = event.clientX - start.x, y = event.clientY - start.y;
    isMoved ||= Math.hypot(x, y) > DRAG;
    if (!isMoved) return;
    card.classList.add('dragged');
    card.style.transform = `translate(${x}px, ${y}px)`;
  };
  card.onpointerup = (event) => {
    if (!start || !isMoved) { start = null; return; }
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    drop();
    done(slots.find((one) => under.some((element) => one.contains(element))), true);
  };
  card.onpointercancel = drop;
  card.onclick = (event) => { // the keyboard's Enter comes here too
    event.preventDefault();
    if (isMoved) { isMoved = false; return; } // the click at the end of a drag
    done(null, false);
  };
}

/** An answer of two cards: the second row offers only what goes with the first. */
export function setUpPairs() {
  /** @type {HTMLButtonElement | null} */
  const button = $('#ask [data-halves]');
  if (!button) return;
  const pairs = new Set((button.dataset.halves ?? '').split(' ')), joint = button.value;
  const [firstRow, secondRow] = ['half-1', 'half-2'].map((name) => (
    /** @type {HTMLInputElement[]} */ (all(`#ask input[name="${name}"]`))
  ));
  const fit = () => {
    const first = firstRow.find((input) => input.checked);
    for (const input of secondRow) {
      input.disabled = first !== undefined && !pairs.has(`${first.value}${joint}${input.value}`);
      if (input.disabled) input.checked = false;
    }
    const left = secondRow.filter((input) => !input.disabled);
    if (first && left.length === 1) left[0].checked = true;
    button.disabled = !first || !secondRow.some((input) => input.checked); // the other answers stand out until then
  };
  for (const input of [...firstRow, ...secondRow]) input.onchange = fit;
  if (button.dataset.quick !== undefined) setUpQuickCall(secondRow, button);
  fit();
}

/** A tap on the second card answers at once; by key it is chosen first, and the button answers.
 * @param {HTMLInputElement[]} row
 * @param {HTMLButtonElement} button
 */
function setUpQuickCall(row, button) {
  for (const input of row) {
    const card = input.closest('label');
    if (!card) continue;
    let isTapped = false;
    card.onpointerup = () => { isTapped = true; };
    card.onclick = () => {
      if (!isTapped) return;
      setTimeout(() => { // the click chooses the card first
        isTapped = false;
        if (input.checked && !button.disabled && button.isConnected) button.click();
      });
    };
  }
}

/** With a finger the first tap lifts a card and the second plays it; a mouse plays it at once. Where there is a list
 * beside the cards, a button says what is picked and gives the answer: neither a card nor the list does.
 */
export function setUpLifting() {
  /** @type {HTMLButtonElement | null} */
  const confirm = $('#ask [data-confirm]');
  if (confirm) { setUpConfirm(confirm); return; }
  for (const card of /** @type {Card[]} */ (all('#ask button.pcard'))) {
    card.onpointerdown = card.onpointermove = card.onpointercancel = null; // it may have been a card to drag before
    card.onpointerup = (event) => { card.wasTouched = event.pointerType === 'touch'; };
    card.onclick = (event) => {
      if (!card.wasTouched || card.classList.contains('lifted')) return;
      event.preventDefault();
      lowerCard();
      card.classList.add('lifted');
      const behavior = prefersReducedMotion() ? 'auto' : 'smooth';
      card.scrollIntoView({ inline: 'center', block: 'nearest', behavior });
      announce(`${cardName(card)}. Tap again to play it.`);
    };
  }
}

/** One card or one entry of the list is picked at a time.
 * @param {HTMLButtonElement} button
 */
function setUpConfirm(button) {
  const cards = /** @type {Card[]} */ (all('#ask button.pcard'));
  /** @type {HTMLSelectElement} */
  const list = must('#ask select[name="listed"]');
  const show = () => {
    const card = cards.find((one) => one.classList.contains('lifted'));
    const words = card ? cardName(card).split(':')[0] : list.value ? list.selectedOptions[0].text.trim() : '';
    button.textContent = words ? `${button.dataset.confirm} ${asObject(words)}` : button.dataset.confirm ?? '';
    button.disabled = !words;
    button.name = card ? 'key' : '';
    button.value = card?.value ?? '';
    for (const one of cards) one.setAttribute('aria-pressed', String(one === card));
  };
  for (const card of cards) {
    card.onpointerdown = card.onpointermove = card.onpointercancel = card.onpointerup = null;
    card.onclick = (event) => {
      event.preventDefault();
      const wasLifted = card.classList.contains('lifted');
      lowerCard();
      card.classList.toggle('lifted', !wasLifted);
      list.value = '';
      show();
      if (!wasLifted) announce(`${cardName(card)}. Press ${button.dataset.confirm} to confirm.`);
    };
  }
  list.onchange = () => { lowerCard(); show(); };
  confirmShow = show;
  show();
}

/** Shows what is picked on the button that confirms it. */
let confirmShow = () => {};

/** A label within a sentence: `Quarterback 10 Lee` is `quarterback 10 Lee`, `QB 10` stays.
 * @param {string} label
 */
const asObject = (label) => (/^.[a-z]/.test(label) ? label[0].toLowerCase() + label.slice(1) : label);

/** Put a lifted card down again; true if there was one. */
export function lowerCard() {
  const lifted = all('#ask .pcard.lifted');
  for (const card of lifted) card.classList.remove('lifted');
  if (lifted.length && $('#ask [data-confirm]')) confirmShow();
  return lifted.length > 0;
}
