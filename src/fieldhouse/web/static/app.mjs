// The one script of Fieldhouse. Every page works without it; it adds live updates, a click on the
// board, a sign when it is your turn, and your browser's own share in the dice.

const $ = (query, root = document) => root.querySelector(query);
const all = (query, root = document) => [...root.querySelectorAll(query)];
const kept = (name, value) => {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { /* storage may be forbidden */ }
  return value;
};

// The person's share in the dice: made here, so that the server could not choose it.
function fillNonces(root = document) {
  for (const field of all('input[name="nonce"]', root)) {
    if (!field.value) {
      field.value = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
    }
  }
}

function localTimes(root = document) {
  for (const time of all('time[data-local]', root)) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
}

// Light and dark

function theme() {
  const button = $('[data-theme-switch]');
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const show = () => { button.textContent = dark() ? 'Light' : 'Dark'; button.setAttribute('aria-pressed', String(dark())); };
  if (kept('theme')) document.documentElement.dataset.theme = kept('theme');
  button.hidden = false;
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = kept('theme', dark() ? 'light' : 'dark');
    show();
  });
  show();
}

// On a phone a wide picture is shown whole, or larger to be moved about.

function boardSize() {
  const root = document.documentElement.dataset;
  const show = () => {
    root.board = kept('board') ?? ($('#board [data-slot]') ? 'large' : 'whole'); // cards to be dragged need room
    for (const button of all('[data-board-size]')) {
      button.hidden = false;
      button.textContent = root.board === 'large' ? 'Whole picture' : 'Larger picture';
      button.setAttribute('aria-pressed', String(root.board === 'large'));
    }
  };
  for (const button of all('[data-board-size]')) {
    button.onclick = () => { kept('board', root.board === 'large' ? 'whole' : 'large'); show(); };
  }
  show();
}

// Names are remembered in this browser only.
function remember() {
  const field = $('input[name="name"]');
  if (!field) return;
  field.value ||= kept('name') ?? '';
  field.form.addEventListener('submit', () => kept('name', field.value));
}

/** Below a choice of team: the sentence on the team chosen. */
function tell() {
  for (const line of all('output.told')) {
    const field = document.getElementById(line.htmlFor.value);
    field.addEventListener('input', () => {
      const found = [...(field.list ?? field).querySelectorAll('option')].find((o) => o.value === field.value);
      line.textContent = field.value ? (found?.textContent.replace(/^\S+ – /, '') ?? '') : line.dataset.usual;
    });
  }
}

// The table

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
let busy = false;

function announce(words) {
  const live = $('#live');
  if (live) live.textContent = words;
}

/** Say above the question what went wrong. The next page that arrives takes it away. */
function complain(words) {
  const alert = $('#ask .trouble') ?? Object.assign(document.createElement('p'), { className: 'alert trouble' });
  alert.setAttribute('role', 'alert');
  alert.textContent = words;
  $('#ask').prepend(alert);
  alert.scrollIntoView({ block: 'nearest' });
}

// What the server sent for each region: what people opened or filled in since does not count as a change.
const sent = new Map();
const remembered = (root) => all('[data-region]', root).map((region) => [region.id, region.outerHTML]);

/** Put the regions of a fetched table in place of ours, keeping what did not change, and the focus. */
function swap(text, own) {
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  const next = $('#table', fresh);
  const now = $('#table');
  if (!next || !now) { location.reload(); return; }
  const news = new Map(remembered(next));
  fillNonces(next);
  const focus = document.activeElement;
  const focusKey = focus?.value, inAsk = Boolean(focus?.closest?.('#ask'));
  const seen = Number($('#log .ev')?.dataset.n ?? -1);
  const wasTurn = now.dataset.turn === 'yes';
  const scroll = $('#log .log')?.scrollTop ?? 0;
  const aside = $('#board')?.scrollLeft ?? 0; // on a phone the board scrolls sideways
  const change = () => {
    for (const alert of all('#ask .trouble')) alert.remove();
    for (const region of all('[data-region]', next)) {
      const old = document.getElementById(region.id);
      if (!old || sent.get(region.id) === news.get(region.id)) continue;
      sent.set(region.id, news.get(region.id));
      const open = all('details', old).map((d) => d.open);
      if (region.id === 'tools') all('details', region).forEach((d, i) => { d.open = open[i] ?? false; });
      old.replaceWith(document.importNode(region, true));
    }
    for (const { name, value } of next.attributes) now.setAttribute(name, value);
    now.dataset.answers = epoch;
    dress();
    if (aside && $('#board')) $('#board').scrollLeft = aside;
    if (scroll > 40 && $('#log .log')) $('#log .log').scrollTop = scroll;
    if (inAsk && !document.activeElement?.closest?.('#ask')) {
      const same = all('#ask button').find((b) => b.value && b.value === focusKey);
      (same ?? $('#ask-h'))?.focus({ preventScroll: true });
    }
  };
  if (document.startViewTransition && !still() && own) {
    const moving = document.startViewTransition(change);
    for (const part of [moving.ready, moving.finished]) part.catch(() => { /* the next one overtook it */ });
  } else change();
  const lines = all('#log .ev', next).filter((line) => Number(line.dataset.n) > seen).reverse();
  const words = lines.map((line) => $('.words', line).textContent);
  const turn = next.dataset.turn === 'yes';
  if (turn) words.push($('#ask-h', next).textContent.trim());
  if (words.length) announce(words.join(' '));
  document.title = document.title.replace(/^● Your turn – /, '');
  if (turn) document.title = `● Your turn – ${document.title}`;
  if (turn && !wasTurn && !own) yourTurn($('#ask-h', next).textContent.trim());
}

let epoch = 0; // counts our answers
let asking = false; // a refresh is under way
let heard = ''; // the newest tag the server told us of

/** Fetch the table until it is what the server last told us of. One at a time, and never across an answer. */
async function refresh() {
  if (busy || asking) return;
  asking = true;
  try {
    let wanted, begun;
    do {
      wanted = heard;
      begun = epoch;
      const table = $('#table');
      const query = new URLSearchParams(location.search);
      if (table.dataset.seat) query.set('seat', table.dataset.seat);
      const reply = await fetch(`/t/${table.dataset.table}?${query}`, { headers: { 'X-Fieldhouse': 'part' } });
      if (reply.status === 404) location.reload();
      const text = await reply.text();
      if (reply.ok && !busy && begun === epoch) swap(text, false); // else an answer overtook this look
    } while ((heard !== wanted || begun !== epoch) && !busy);
  } finally {
    asking = false;
  }
}

async function submit(event) {
  const form = event.target;
  if (!form.matches('form[data-live]')) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  if (form.matches('[data-aside]')) await consult(form, data, event.submitter);
  else await post(form, data);
}

let consulting = false;

/** A hint may take its time: meanwhile the table goes on, and an answer overtakes it. */
async function consult(form, data, button) {
  if (busy || consulting) return;
  consulting = true;
  const begun = epoch;
  form.setAttribute('aria-busy', 'true');
  button?.classList.add('waited-for');
  announce('One moment.');
  try {
    const reply = await fetch(form.action, { method: 'POST', body: data, headers: { 'X-Fieldhouse': 'part' } });
    const text = await reply.text();
    if (busy || begun !== epoch) return;
    if (text.includes('id="table"')) swap(text, true); else refresh();
    const found = $('#ask .hint');
    found?.scrollIntoView({ block: found.offsetHeight > innerHeight * 0.8 ? 'start' : 'nearest' });
    if (found) announce(found.textContent.replace(/\s+/g, ' ').trim());
  } catch {
    complain('The server does not answer; try again in a moment.');
  } finally {
    consulting = false;
    form.removeAttribute('aria-busy');
    button?.classList.remove('waited-for');
  }
}

/** Send a form's data and show the table as it then is. */
async function post(form, data) {
  if (busy) return;
  busy = true;
  form.setAttribute('aria-busy', 'true');
  try {
    const reply = await fetch(form.action, { method: 'POST', body: data, headers: { 'X-Fieldhouse': 'part' } });
    const text = await reply.text();
    epoch += 1;
    if (text.includes('id="table"')) swap(text, true);
    else if (reply.status === 429 || reply.status >= 500) complain('The server is too busy. Your answer was not taken; try again in a moment.');
    else location.reload();
    $('#ask .alert')?.scrollIntoView({ block: 'nearest' });
  } catch {
    complain('The server does not answer. Perhaps your answer was not taken: try again in a moment.');
  } finally {
    busy = false;
    form.removeAttribute('aria-busy');
    layCards();
    if (heard && heard !== $('#table').dataset.tag) refresh();
  }
}

function listen() {
  const table = $('#table');
  const seat = table.dataset.seat;
  const source = new EventSource(`/t/${table.dataset.table}/live${seat ? `?seat=${seat}` : ''}`);
  source.addEventListener('changed', (event) => {
    heard = event.data;
    if (heard !== $('#table').dataset.tag) refresh();
  });
  return source;
}

// Signs of my turn

let sound;
function beep() {
  sound ??= new AudioContext();
  for (const [pitch, at] of [[660, 0], [880, 0.12]]) {
    const tone = sound.createOscillator(), volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, sound.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + 0.25);
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.3);
  }
}

function yourTurn(words) {
  if (kept('sound') === 'on') beep();
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted') {
    new Notification('Your turn', { body: words, tag: location.pathname });
  }
}

function signs() {
  const button = $('[data-sound]');
  if (button) {
    const show = () => { const on = kept('sound') === 'on'; button.textContent = on ? 'Sound is on' : 'Sound is off'; button.setAttribute('aria-pressed', String(on)); };
    button.hidden = false;
    button.onclick = () => { kept('sound', kept('sound') === 'on' ? 'off' : 'on'); show(); if (kept('sound') === 'on') beep(); };
    show();
  }
  const ask = $('[data-notify]');
  if (ask && 'Notification' in window && Notification.permission === 'default') {
    ask.hidden = false;
    ask.onclick = async () => { await Notification.requestPermission(); ask.hidden = true; };
  }
}

// The board: anything with a data-key that is an option can be clicked. Squares take two clicks (or a
// drag): whence and whither. Buttons say the same, for keyboards and screen readers.

function press(key) {
  const list = $('#ask select[name="key"]');
  if (list && [...list.options].some((o) => o.value === key)) { list.value = key; list.form.requestSubmit(); return true; }
  const button = all('#ask button[name="key"]').find((b) => b.value === key);
  if (button) button.form.requestSubmit(button);
  return Boolean(button);
}

const squares = (key) => key.match(/[a-z]\d{1,2}/g) ?? [];

function moves() {
  const found = new Map();
  for (const button of all('#ask button[name="key"]')) {
    const [from, ...rest] = squares(button.value);
    if (!from || !rest.length || button.value.includes(' ')) continue;
    const to = rest.at(-1);
    if (!found.has(from)) found.set(from, new Map());
    const targets = found.get(from);
    if (!targets.has(to)) targets.set(to, []);
    targets.get(to).push(button.value);
  }
  return found;
}

function playSquares(board) {
  const at = (name) => all(`[data-square="${name}"]`, board);
  const can = moves();
  let from = null;
  const light = () => {
    for (const spot of all('.lit, .from', board)) spot.classList.remove('lit', 'from');
    for (const name of can.keys()) for (const spot of at(name)) spot.classList.add('can');
    if (!from) return;
    for (const spot of at(from)) spot.classList.add('from');
    for (const name of can.get(from).keys()) for (const spot of at(name)) spot.classList.add('lit', 'can');
  };
  const choose = (name) => {
    const keys = from && can.get(from)?.get(name);
    if (keys) {
      if (keys.length === 1) press(keys[0]); else offer(keys);
    } else {
      from = can.has(name) && name !== from ? name : null;
      light();
    }
  };
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-square]')?.dataset.square;
  let down = null;
  board.onpointerdown = (event) => { down = under(event); if (down && can.has(down)) event.preventDefault(); };
  board.onpointerup = (event) => {
    const up = under(event);
    if (!up) return;
    if (down && down !== up && can.has(down)) from = down;
    choose(up);
    down = null;
  };
  light();
}

/** Several actions lead to the same square: show just those buttons. */
function offer(keys) {
  for (const group of all('#ask details.group')) group.open = all('button', group).some((b) => keys.includes(b.value));
  for (const choice of all('#ask .choice')) {
    const button = $('button', choice);
    choice.hidden = button.name === 'key' && !keys.includes(button.value);
  }
  all('#ask .choice:not([hidden]) button')[0]?.focus();
}

// Cards to slots: a card is dragged to any empty slot, or clicked for the lit one (a click on a slot lights it).
// The game asks for the slots in order, so cards laid ahead wait here, and every run of cards that
// begins with the slot now asked for is sent as one answer of several keys.

const laid = new Map(); // slot to card
const dressed = new WeakSet(); // boards whose cards follow the pointer already
const asked = new WeakMap(); // boards on which the moves of a question are played already
let layCards = () => {};

function playSlots(board) {
  const slots = all('[data-slot]', board), cards = all('[data-key].can', board);
  const slotOf = (card) => slots.find((slot) => laid.get(slot.dataset.slot) === card.dataset.key);
  for (const [slot, key] of laid) {
    if (!slots.some((s) => s.dataset.slot === slot) || !cards.some((c) => c.dataset.key === key)) laid.delete(slot);
  }
  let aim = slots[0];
  const show = () => {
    for (const slot of slots) slot.classList.toggle('aim', slot === aim);
    for (const card of cards) {
      const slot = slotOf(card);
      if (slot) card.setAttribute('transform', onto($('rect', card), $('rect', slot)));
      else card.removeAttribute('transform');
      card.classList.toggle('laid', Boolean(slot));
    }
  };
  const lay = (card, slot) => {
    const before = slotOf(card);
    if (before) laid.delete(before.dataset.slot);
    if (slot) laid.set(slot.dataset.slot, card.dataset.key);
    aim = slots.find((s) => !laid.has(s.dataset.slot)) ?? slots[0];
    show();
    if (slot) announce(`${$('title', card).textContent}: laid on ${slot.dataset.slot}.`);
    layCards();
  };
  layCards = () => {
    const form = $('#ask form.options');
    const gap = slots.findIndex((slot) => !laid.has(slot.dataset.slot));
    const ready = slots.slice(0, gap < 0 ? slots.length : gap).slice(0, cards.length - 1); // the last card goes by itself
    if (busy || !form || !ready.length || !board.isConnected) return;
    const data = new URLSearchParams(new FormData(form));
    data.delete('key');
    for (const slot of ready) { data.append('key', laid.get(slot.dataset.slot)); laid.delete(slot.dataset.slot); }
    post(form, data);
  };
  for (const slot of slots) slot.onclick = () => { aim = slot; show(); };
  for (const card of cards) drag(card, slots, (slot, moved) => {
    if (moved) lay(card, slot); else lay(card, slotOf(card) ? null : aim); // a click takes a laid card up again
  }, show);
  show();
  layCards();
}

/** The transform that puts one rectangle on another. */
function onto(from, to) {
  const [fx, fy, fw, tx, ty, tw] = [from.x, from.y, from.width, to.x, to.y, to.width].map((one) => one.baseVal.value);
  const k = tw / fw;
  return `translate(${tx - fx * k} ${ty - fy * k}) scale(${k})`;
}

/** Follow the pointer from a card; tell which slot it was let go on, and whether it moved at all. */
function drag(card, slots, done, back) {
  let start = null, moved = false;
  const shift = (event) => {
    const scale = 1 / card.ownerSVGElement.getScreenCTM().a;
    return [(event.clientX - start.x) * scale, (event.clientY - start.y) * scale];
  };
  card.onpointerdown = (event) => {
    if (event.button) return;
    event.preventDefault();
    start = { x: event.clientX, y: event.clientY };
    moved = false;
    card.was = card.getAttribute('transform') ?? '';
    card.setPointerCapture(event.pointerId);
  };
  card.onpointermove = (event) => {
    if (!start) return;
    const [x, y] = shift(event);
    moved ||= Math.hypot(x, y) > 6;
    if (!moved) return;
    card.classList.add('dragged');
    card.setAttribute('transform', `translate(${x} ${y}) ${card.was}`);
  };
  card.onpointerup = (event) => {
    if (!start) return;
    start = null;
    card.classList.remove('dragged');
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const slot = slots.find((one) => under.some((element) => one.contains(element)));
    done(slot, moved);
  };
  card.onpointercancel = () => { start = null; card.classList.remove('dragged'); back(); };
}

function clickable() {
  const board = $('#board');
  if (!board) return;
  if ($('[data-slot]', board) && $('#ask form.options')) {
    for (const tip of all('.boardtip')) tip.hidden = false;
    if (!dressed.has(board)) playSlots(board); // an unchanged board is left alone: a card may be in the air
    dressed.add(board);
    return;
  }
  laid.clear();
  layCards = () => {};
  for (const spot of all('[data-key].can', board)) {
    for (const tip of all('.boardtip')) tip.hidden = false;
    spot.onclick = () => press(spot.dataset.key);
  }
  if ($('[data-square]', board) && moves().size) {
    for (const tip of all('.boardtip')) tip.hidden = false;
    if (asked.get(board) !== $('#ask')) playSquares(board); // else a piece may be chosen or dragged just now
    asked.set(board, $('#ask'));
  }
}

/** Everything that has to be done again when regions were replaced. */
function dress() {
  localTimes();
  boardSize();
  signs();
  clickable();
}

// Start

for (const [id, html] of remembered(document)) sent.set(id, html);
theme();
remember();
tell();
fillNonces();
for (const button of all('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); button.textContent = 'Copied'; } catch { /* selected at least */ }
  });
}
dress();
if ($('#table[data-table]')) {
  document.addEventListener('submit', submit);
  let source = listen();
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && source.readyState === EventSource.CLOSED) { source = listen(); refresh(); }
  });
}
if ($('[data-replay]')) {
  document.addEventListener('keydown', (event) => {
    if (event.target.closest('input, select, textarea') || event.altKey || event.ctrlKey || event.metaKey) return;
    const link = $(`[data-key-nav="${event.key}"]`);
    if (link) { event.preventDefault(); location.assign(link.href); }
  });
}
