// Answers on the board itself: cards and squares that are clicked, cards that are dragged to their places.

import { $, all, announce, still } from './dom.mjs';

let sending = () => false, send = () => {};

/** How an answer of several keys is sent, and whether one is under way. */
export function connect(isSending, sender) { sending = isSending; send = sender; }

// The board: anything with a data-key that is an option can be clicked. Squares take two clicks (or a
// drag): whence and whither. Buttons say the same, for keyboards and screen readers.

export function press(key) {
  const list = $('#ask select[name="listed"]');
  if (list && [...list.options].some((o) => o.value === key)) { list.value = key; list.form.requestSubmit(); return true; }
  const button = all('#ask button[name="key"]').find((b) => b.value === key);
  if (button) button.form.requestSubmit(button);
  return Boolean(button);
}

const squares = (key) => (key.includes(' ') ? [] : key.match(/[a-z]\d{1,2}/g) ?? []);

/** The names in a key: a man and whither (`SR>lane2`), a call's parts (`rush:BT:lane2-3`), or squares (`f7-f9`). */
const names = (key) => (key.includes('>') ? [key.split('>')[0], `>${key.split('>')[1]}`] : key.split(':'));

/** What the board can answer: from a name to a name, and `alone` what one name answers. */
function moves() {
  const drawn = new Set(all('#board [data-square]').map((one) => one.dataset.square));
  const found = new Map(), alone = new Map();
  const listed = [...all('#ask button[name="key"]').map((b) => b.value), ...all('#ask select[name="listed"] option').map((o) => o.value)];
  for (const key of listed) {
    const named = names(key).filter((name) => drawn.has(name));
    const [from, ...rest] = named.length && (named.length > 1 || squares(key).length < 2) ? named : squares(key); // `f8>>f9` is a block
    if (!from || (!rest.length && !named.length)) continue;
    const targets = rest.length ? found.get(from) ?? found.set(from, new Map()).get(from) : alone;
    const to = rest.at(-1) ?? from;
    targets.set(to, [...(targets.get(to) ?? []), key]);
  }
  return { found, alone };
}

/** With keys instead of a finger: take the man whom these answers move and list them; with none, let him go. */
export let take = () => {};

/** Is this the answer that a lesson points at? */
const lessonAsks = (key) => all('#table.lesson #ask .choice.pointed button').some((button) => button.value === key);

function playSquares(board) {
  const at = (name) => all(`[data-square="${name}"]`, board);
  const { found: can, alone } = moves();
  let from = null;
  const light = () => {
    for (const spot of all('[data-square]', board)) spot.classList.remove('lit', 'from', 'can');
    for (const name of [...can.keys(), ...alone.keys()]) for (const spot of at(name)) spot.classList.add('can');
    if (!from) return;
    for (const spot of at(from)) spot.classList.add('from');
    for (const name of can.get(from)?.keys() ?? []) for (const spot of at(name)) spot.classList.add('lit', 'can');
  };
  const choose = (name) => {
    const keys = from && can.get(from)?.get(name);
    if (keys) {
      const one = keys.length === 1 ? keys[0] : keys.find(lessonAsks);
      if (one) press(one); else offer(keys);
      return;
    }
    const chosen = name !== from, own = alone.get(name) ?? [];
    from = chosen && (can.has(name) || own.length) ? name : null;
    light();
    if (from && own.length === 1 && !can.has(from)) press(own[0]);
    else offer(from && own.length ? [...own, ...[...(can.get(from)?.values() ?? [])].flat()] : null);
  };
  take = (keys) => {
    from = keys ? [...can].find(([, ways]) => [...ways.values()].flat().includes(keys[0]))?.[0] ?? null : null;
    light();
    offer(keys);
  };
  // Several names may lie on one place: first whither one may go from here, then who may go.
  const under = (event) => {
    const here = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest('[data-square]')?.dataset.square).filter(Boolean);
    return here.find((name) => from && can.get(from)?.has(name)) ?? here.find((name) => can.has(name) || alone.has(name)) ?? here[0];
  };
  let down = null, start = null, man = null; // where a finger came down, and who hangs on it
  const drop = () => { if (man) man.style.transform = ''; man = start = null; };
  board.onpointerdown = (event) => {
    drop();
    down = under(event);
    if (!down || !can.has(down)) return;
    event.preventDefault();
    start = { x: event.clientX, y: event.clientY };
  };
  board.onpointermove = (event) => {
    if (!start || !event.buttons) return;
    const x = event.clientX - start.x, y = event.clientY - start.y;
    if (!man) {
      if (Math.hypot(x, y) < 6) return;
      man = $(`[data-at="${down}"] > *`, board);
      from = down;
      light();
    }
    const k = man?.parentElement.getScreenCTM().a;
    if (man) man.style.transform = `translate(${x / k}px, ${y / k}px)`;
  };
  board.onpointercancel = board.onpointerleave = drop;
  board.onpointerup = (event) => {
    const up = under(event);
    drop();
    if (!up) return;
    if (down && down !== up && can.has(down)) from = down;
    choose(up);
    down = null;
  };
  light();
}

/** Several answers begin with the same touch: show just those buttons; with none, all of them again. */
function offer(keys) {
  const shown = (button) => !keys || button.name !== 'key' || keys.includes(button.value);
  if (!keys && !$('#ask .choice[hidden]')) return;
  $('#ask').classList.toggle('offers', Boolean(keys));
  for (const list of all('#ask details.as-list')) list.open = Boolean(keys);
  for (const group of all('#ask details.group')) {
    group.hidden = !all('button', group).some(shown);
    group.open = Boolean(keys) && !group.hidden;
  }
  for (const choice of all('#ask .choice')) choice.hidden = !shown($('button', choice));
  const first = keys && all('#ask .choice:not([hidden]) button')[0];
  if (!first) return;
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: 'nearest', behavior: still() ? 'auto' : 'smooth' }); // in a lesson the tray may be below
}

// Cards to slots: a card of the hand is dragged to any empty slot on the board, or clicked for the lit one (a click
// on a slot lights it). The game asks for the slots in order, so cards laid ahead wait here, and every run of
// cards that begins with the slot now asked for is sent as one answer of several keys.

const laid = new Map(); // slot to card
const asked = new WeakMap(); // boards on which the moves of a question are played already: how often it and the question had changed
const SVG = 'http://www.w3.org/2000/svg';
export let layCards = () => {};

function playSlots(board) {
  const slots = all('[data-slot]', board), cards = all('#ask button.pcard[name="key"]');
  const slotOf = (card) => slots.find((slot) => laid.get(slot.dataset.slot) === card.value);
  for (const [slot, key] of laid) {
    if (!slots.some((s) => s.dataset.slot === slot) || !cards.some((c) => c.value === key)) laid.delete(slot);
  }
  let aim = slots[0];
  const show = () => {
    for (const slot of slots) {
      const card = cards.find((one) => one.value === laid.get(slot.dataset.slot));
      slot.classList.toggle('aim', slot === aim);
      slot.classList.toggle('waits', Boolean(card));
      write(slot, card ? $('.sr', card).textContent : '');
    }
    for (const card of cards) card.classList.toggle('laid', Boolean(slotOf(card)));
  };
  const lay = (card, slot) => {
    const before = slotOf(card);
    if (before) laid.delete(before.dataset.slot);
    if (slot) laid.set(slot.dataset.slot, card.value);
    aim = slots.find((s) => !laid.has(s.dataset.slot)) ?? slots[0];
    show();
    if (slot) announce(`${$('.sr', card).textContent}: laid, ${$('title', slot).textContent}.`);
    layCards();
  };
  layCards = () => {
    const form = $('#ask form.options');
    const gap = slots.findIndex((slot) => !laid.has(slot.dataset.slot));
    const ready = slots.slice(0, gap < 0 ? slots.length : gap).slice(0, cards.length - 1); // the last card goes by itself
    if (sending() || !form || !ready.length || !board.isConnected) return;
    const data = new URLSearchParams(new FormData(form));
    data.delete('key');
    for (const slot of ready) { data.append('key', laid.get(slot.dataset.slot)); laid.delete(slot.dataset.slot); }
    send(form, data);
  };
  for (const slot of slots) slot.onclick = () => { aim = slot; show(); };
  for (const card of cards) drag(card, slots, (slot, moved) => {
    if (moved) lay(card, slot); else lay(card, slotOf(card) ? null : aim); // a click takes a laid card up again
  });
  show();
  layCards();
}

/** What waits on a slot, in its middle. */
function write(slot, words) {
  $('text.waits', slot)?.remove();
  if (!words) return;
  const room = $('rect', slot), text = document.createElementNS(SVG, 'text');
  text.classList.add('waits');
  text.setAttribute('x', room.x.baseVal.value + room.width.baseVal.value / 2);
  text.setAttribute('y', room.y.baseVal.value + room.height.baseVal.value / 2 + 4);
  text.setAttribute('text-anchor', 'middle');
  text.textContent = words;
  slot.append(text);
}

/** Follow the pointer from a card; tell which slot it was let go on, and whether it moved at all. */
function drag(card, slots, done) {
  let start = null, moved = false;
  const rest = () => { start = null; card.classList.remove('dragged'); card.style.transform = ''; };
  card.onpointerdown = (event) => {
    if (event.button) return;
    start = { x: event.clientX, y: event.clientY };
    moved = false;
    card.setPointerCapture(event.pointerId);
  };
  card.onpointermove = (event) => {
    if (!start) return;
    const x = event.clientX - start.x, y = event.clientY - start.y;
    moved ||= Math.hypot(x, y) > 6;
    if (!moved) return;
    card.classList.add('dragged');
    card.style.transform = `translate(${x}px, ${y}px)`;
  };
  card.onpointerup = (event) => {
    if (!start || !moved) { start = null; return; }
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    rest();
    done(slots.find((one) => under.some((element) => one.contains(element))), true);
  };
  card.onpointercancel = rest;
  card.onclick = (event) => { // the keyboard's Enter comes here too
    event.preventDefault();
    if (moved) { moved = false; return; } // the click at the end of a drag
    done(null, false);
  };
}

export function clickable() {
  const slots = Boolean($('#board [data-slot]') && $('#ask form.options'));
  if (!slots) { laid.clear(); layCards = () => {}; }
  for (const board of all('#board, #last')) {
    const seen = `${board.changes} ${$('#ask').changes}`, same = asked.get(board) === seen; // a card may be in the air just now
    asked.set(board, seen);
    if (slots && board.id === 'board') {
      if (!same) playSlots(board);
      continue;
    }
    for (const spot of all('[data-key].can', board)) spot.onclick = () => press(spot.dataset.key);
    if (!$('[data-square]', board)) board.onpointerdown = board.onpointermove = board.onpointerup = null;
    else if (!same) playSquares(board);
  }
  if (!slots) for (const card of all('#ask button.pcard')) lift(card);
  halve();
}

/** An answer of two cards: the second row offers only what goes with the first. */
function halve() {
  const button = $('#ask [data-halves]');
  if (!button) return;
  const pairs = new Set(button.dataset.halves.split(' ')), sign = button.value;
  const [one, other] = ['half-1', 'half-2'].map((name) => all(`#ask input[name="${name}"]`));
  const fit = () => {
    const first = one.find((input) => input.checked);
    for (const input of other) {
      input.disabled = Boolean(first) && !pairs.has(`${first.value}${sign}${input.value}`);
      if (input.disabled) input.checked = false;
    }
    const left = other.filter((input) => !input.disabled);
    if (first && left.length === 1) left[0].checked = true;
    button.disabled = !first || !other.some((input) => input.checked); // the other answers stand out until then
  };
  for (const input of [...one, ...other]) input.onchange = fit;
  fit();
}

/** With a finger the first tap lifts a card and the second lays it; a mouse lays it at once. */
function lift(card) {
  card.onpointerdown = card.onpointermove = card.onpointercancel = null; // it may have been a card to drag before
  card.onpointerup = (event) => { card.touched = event.pointerType === 'touch'; };
  card.onclick = (event) => {
    if (!card.touched || card.classList.contains('lifted')) return;
    event.preventDefault();
    lower();
    card.classList.add('lifted');
    card.scrollIntoView({ inline: 'center', block: 'nearest', behavior: still() ? 'auto' : 'smooth' });
    announce(`${$('.sr', card).textContent}. Tap again to lay it.`);
  };
}

/** Put a lifted card down again; true if there was one. */
export function lower() {
  const lifted = all('#ask .pcard.lifted');
  for (const card of lifted) card.classList.remove('lifted');
  return lifted.length > 0;
}
