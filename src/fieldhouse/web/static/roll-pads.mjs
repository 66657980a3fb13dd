// Own dice and cards: a tap on a face of each die enters the roll; a rank and a suit make a card, and the cards of a
// hand are picked first and entered at once.

import { $, all, announce, create } from './dom.mjs';

/** @typedef {HTMLInputElement} Field */

const SUITS = /** @type {Record<string, string>} */ ({ S: '♠', H: '♥', D: '♦', C: '♣' });

/** What is picked on a pad.
 * @param {HTMLElement} pad
 */
const picked = (pad) => /** @type {Field | null} */ ($('input:checked', pad))?.value;

/** A card as people read it: `QH` is `Q♥`.
 * @param {string} card
 */
const cardText = (card) => card.replace(/^(10|[2-9JQKA])([SHDC])$/, (_, rank, suit) => rank + SUITS[suit]);

/** Set up the form that waits for a roll or a draw. */
export function setUpPads() {
  /** @type {HTMLFormElement | null} */
  const form = $('#ask form.rolls');
  const pads = all('#ask [data-pad]'), button = /** @type {HTMLButtonElement | null} */ ($('#ask .rolls .enter'));
  if (!form || !pads.length || !button) return;
  const list = $('.hand-picked', form), due = Number(form.dataset.due), pack = form.dataset.pack;
  const cards = () => /** @type {Field[]} */ (all('input[name="card"]', form)).map((one) => one.value);
  const showCount = () => {
    if (!list) { button.hidden = true; return; }
    const count = cards().length;
    button.disabled = !count;
    button.textContent = count ? `Enter ${count} of ${due} cards` : 'Enter cards';
    button.classList.toggle('main', count === due);
  };
  const fit = () => {
    const [rank, suits] = pads;
    if (rank.querySelector('[name="rank"]') === null || !picked(rank)) return;
    for (const one of /** @type {Field[]} */ (all('input', suits))) {
      const card = `${picked(rank)}${one.value}`;
      one.disabled = (Boolean(pack) && !pack?.split(' ').includes(card)) || cards().includes(card);
      if (one.disabled) one.checked = false;
    }
  };
  const clear = () => {
    for (const one of /** @type {Field[]} */ (all('[data-pad] input', form))) one.checked = one.disabled = false;
  };
  const add = (/** @type {string} */ card) => {
    if (!list || cards().includes(card) || cards().length >= due) return;
    const item = create('li'), chip = create('button', { type: 'button', textContent: `${cardText(card)} ✕` });
    chip.setAttribute('aria-label', `Remove ${cardText(card)}`);
    chip.onclick = () => { item.remove(); showCount(); fit(); };
    item.append(create('input', { type: 'hidden', name: 'card', value: card }), chip);
    list.append(item);
    announce(`${cardText(card)}: ${cards().length} of ${due}`);
    showCount();
  };
  for (const one of /** @type {Field[]} */ (all('[data-pad] input', form))) {
    one.onchange = () => {
      fit();
      if (!pads.every(picked)) return;
      if (!list) { form.requestSubmit(button); return; }
      add(pads.map(picked).join(''));
      clear();
    };
  }
  if (list) {
    for (const one of /** @type {HTMLButtonElement[]} */ (all('.choice button[name="key"]', form))) {
      one.onclick = (event) => { event.preventDefault(); add(one.value); };
    }
  }
  showCount();
}

/** Pick the face of this number on the first pad without one; false where there is none.
 * @param {number} digit
 */
export function pickFace(digit) {
  const pad = $('#ask [data-pad]:not(:has(:checked))');
  if (!pad) return false;
  const face = /** @type {Field[]} */ (all('input', pad)).find((one) => one.value === String(digit));
  face?.click();
  return true;
}
