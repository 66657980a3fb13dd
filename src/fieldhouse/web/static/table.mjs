// The live table: answers without a new page, updates as they come. Every page carries a stamp that only grows, and an
// older page never takes the place of a newer one, in whatever order replies arrive.

import * as beats from './beats.mjs';
import { clickable, connect, layCards, lower, take } from './board.mjs';
import { $, all, announce, fillNonces, kept, localTimes } from './dom.mjs';
import { marksButton } from './marks.mjs';
import { morph } from './morph.mjs';
import { paceBar } from './pace.mjs';
import { passing } from './passing.mjs';
import { play as sound } from './sound.mjs';

let busy = false; // an answer is under way
let epoch = 0; // counts our answers
let asking = false; // a look is under way
let heard = ''; // the newest tag the server told us of, for the seat that listens
let ear = ''; // that seat; one screen for both sides shows the other's page as well
let heardAt = Date.now();
let scrolled = false; // noted when it happens: asked later it would cost a layout
let told = -1; // the newest event whose beats were played

const table = () => $('#table');
const stamp = (one) => Number(one.dataset.stamp);

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
  const next = $('#table', new DOMParser().parseFromString(text, 'text/html'));
  const now = table();
  if (!next || !now) { location.reload(); return; }
  // An older page came late. Stamps are a seat's own: the other seat's page of the same screen may well be older.
  if (next.dataset.seat === now.dataset.seat && stamp(next) < stamp(now)) return;
  const wasTurn = now.dataset.turn === 'yes';
  const seen = Number($('#log .ev')?.dataset.n ?? -1);
  const known = JSON.parse(next.dataset.beats || '[]'), news = fresh(next, known), was = beats.before(news);
  put(next, now);
  beats.after(was, news, known);
  const lines = all('#log .ev', next).filter((line) => Number(line.dataset.n) > seen).reverse();
  const words = lines.map((line) => $('.words', line).textContent);
  const turn = next.dataset.turn === 'yes';
  if (turn) words.push($('#ask-h', next).textContent.trim());
  if (words.length) announce(words.join(' '));
  document.title = document.title.replace(/^● Your turn – /, '');
  if (turn) document.title = `● Your turn – ${document.title}`;
  if (turn && !wasTurn && !own) yourTurn($('#ask-h', next).textContent.trim());
}

/** The beats that this page has not played yet. */
function fresh(next, known) {
  const news = known.filter((beat) => beat.n > told);
  told = Math.max(-1, ...all('#log .ev', next).map((line) => Number(line.dataset.n)));
  return news;
}

function put(next, now) {
  const news = new Map(remembered(next));
  const changed = (id) => news.has(id) && news.get(id) !== sent.get(id);
  fillNonces(next);
  const held = focused();
  if (held && changed(held.region) && !stays(held, next)) document.activeElement.blur(); // now it costs nothing; taken away with its element, it has the half-made page laid out
  const places = all('.log, .hand, .board .part', now).map((one) => [one, sameScroll(one), one.scrollTop, one.scrollLeft]);
  for (const alert of all('#ask .trouble')) alert.remove();
  for (const region of all('[data-region]', next)) {
    const old = document.getElementById(region.id);
    if (!old || !changed(region.id)) continue;
    if (old.matches('[data-patient]') && $('input:focus, select:focus', old)) continue; // somebody types there
    sent.set(region.id, news.get(region.id));
    const same = next.dataset.state === now.dataset.state; // when the game is over other drawers are open
    const open = new Map((same ? all('details[id]', old) : []).map((d) => [d.id, d.open]));
    for (const drawer of all('details[id]', region)) drawer.open = open.get(drawer.id) ?? drawer.open;
    if (region.id === 'tools') all('details', region).forEach((d, i) => { d.open = all('details', old)[i]?.open ?? false; });
    const chosen = all('select[id]', old).map((field) => [field.id, field.value]);
    morph(old, region);
    old.changes = (old.changes ?? 0) + 1; // the element outlasts its question
    if (region.matches('[data-patient]')) chosen.forEach(([id, value]) => keepChoice(document.getElementById(id), value));
  }
  for (const { name, value } of next.attributes) now.setAttribute(name, value);
  now.dataset.answers = epoch;
  dress();
  for (const [old, name, top, left] of places) {
    const one = all('.log, .hand, .board .part').find((element) => sameScroll(element) === name);
    if (old !== one) old.scrollTo({ top: 0, left: 0, behavior: 'instant' }); // it is there still, with other cards: the browser would follow those that went
    if (top || left) one?.scrollTo({ top: top > 40 ? top : 0, left, behavior: 'instant' });
  }
  if (held && document.activeElement === document.body) refocus(held);
}

/** A hand of other cards, and the hand of another question, begin at their beginning. */
const sameScroll = (one) => (one.matches('.hand') ? [one.getAttribute('aria-label'), ...all('.sr', one).map((card) => card.textContent)].join() : one.className);

/** What somebody had chosen and not yet sent is still chosen, if it is still on the list. */
function keepChoice(field, value) {
  if (value && all('option', field).some((option) => option.value === value)) field.value = value;
}

// The keyboard stays where it was when its region is replaced.
const sign = (one) => [one.tagName, one.id, one.name, one.value ?? one.getAttribute('href'), one.closest('details')?.id, one.tagName === 'SUMMARY'].join();

/** What has the focus, if it is in a region. */
function focused() {
  const one = document.activeElement, region = one?.closest?.('[data-region]');
  return region ? { region: region.id, sign: sign(one) } : null;
}

/** The same thing in that page. */
const again = ({ region, sign: was }, page) => all(`#${region} :is(a, button, summary, input, select, textarea, [tabindex])`, page).find((one) => sign(one) === was);

/** Will it still be there, in its place? A field that somebody fills in is left alone in any case. */
function stays(held, next) {
  const one = document.activeElement, same = again(held, next);
  const way = (from) => (from.matches('[data-region]') ? '' : `${way(from.parentElement)} ${from.tagName}`);
  return one.matches('input, select, textarea') || Boolean(same && way(same) === way(one));
}

/** Put the focus on the same thing in the new page; where that is gone or folded away, on the question. */
function refocus(held) {
  for (const one of [again(held, document), $('#ask-h')]) {
    one?.focus({ preventScroll: true });
    if (one && document.activeElement === one) return;
  }
}

/** What the page wants of a reply: what never changes it has already. */
const asked = () => ({ 'X-Fieldhouse': $('#fixed .drawer') ? 'rest' : 'part' });

/** Fetch the table until it is what the server last told us of: one look at a time. */
async function refresh() {
  if (asking) return;
  asking = true;
  try {
    let wanted, begun;
    do {
      wanted = heard;
      begun = epoch;
      const query = new URLSearchParams(location.search);
      if (table().dataset.seat) query.set('seat', table().dataset.seat);
      const reply = await fetch(`/t/${table().dataset.table}?${query}`, { headers: asked() });
      if (reply.status === 404) location.reload();
      const text = await reply.text();
      if (reply.ok && begun === epoch) swap(text, false); // else an answer overtook this look, perhaps for the other seat
      heardAt = Date.now();
    } while (heard !== wanted && behind()); // the reply to an answer may have brought it meanwhile
  } catch { /* the watch looks again */ } finally {
    asking = false;
  }
}

/** Is the page behind what the server told? */
const behind = () => heard && ear === table().dataset.seat && heard !== table().dataset.tag;

/** Look when the page is behind; and look by itself when nothing was heard for long, or the lab is at work. */
function watch() {
  const patience = $('#lab-at-work') ? 2 * WATCH : table().dataset.state === 'over' ? Infinity : QUIET;
  const quiet = Date.now() - heardAt > patience;
  if (!document.hidden && (behind() || quiet)) refresh();
}
const QUIET = 45_000;
const WATCH = 2_000;
const REPLY = 400; // so long the reply to an answer may bring by itself what was heard of it

async function submit(event) {
  const form = event.target;
  if (!form.matches('form[data-live]')) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  if (form.matches('[data-aside]')) await consult(form, data, event.submitter);
  else await post(form, data, event.submitter);
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
    const reply = await fetch(form.action, { method: 'POST', body: data, headers: asked() });
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

/** When no answer is under way. */
const rest = () => new Promise((done) => { const look = () => (busy ? setTimeout(look, 30) : done()); look(); });

/** Send a form's data and show the table as it then is. The card or button that was chosen lifts at once. */
async function post(form, data, button) {
  if (form.matches('[data-beside]')) await rest(); // no answer, so a second press is not a second answer
  if (busy) return;
  busy = true;
  form.setAttribute('aria-busy', 'true');
  beats.skip();
  lower();
  button?.classList.add('sent');
  if (button?.matches('.pcard')) sound('card');
  try {
    const reply = await fetch(form.action, { method: 'POST', body: data, headers: asked() });
    const text = await reply.text();
    epoch += 1;
    table().dataset.answers = epoch;
    if (text.includes('id="table"')) { swap(text, true); stayLaid(button); }
    else if (reply.status === 429 || reply.status >= 500) complain('The server is too busy. Your answer was not taken; try again in a moment.');
    else location.reload();
    $('#ask .alert')?.scrollIntoView({ block: 'nearest' });
    const above = (one) => $(one)?.getBoundingClientRect();
    if (scrolled && (above('#board')?.bottom < 120 || above('#ask-h')?.top < 0)) scrollTo({ top: 0 }); // what comes of it, and what is asked
  } catch {
    complain('The server does not answer. Perhaps your answer was not taken: try again in a moment.');
  } finally {
    busy = false;
    form.removeAttribute('aria-busy');
    button?.classList.remove('sent');
    layCards();
    watch();
  }
}

/** While the other side thinks, the card that was laid stays lifted. */
function stayLaid(button) {
  if (button?.id && table().dataset.turn === 'no') document.getElementById(button.id)?.classList.add('sent');
}

function listen() {
  const { table: id, seat } = table().dataset;
  ear = seat;
  const source = new EventSource(`/t/${id}/live${seat ? `?seat=${seat}` : ''}`);
  source.addEventListener('changed', (event) => {
    heard = event.data;
    heardAt = Date.now();
    if (busy) setTimeout(watch, REPLY); // it is our own answer that was heard of
    else if (heard !== table().dataset.tag) refresh();
  });
  return source;
}

// Signs of my turn

function yourTurn(words) {
  sound('turn');
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted') {
    new Notification('Your turn', { body: words, tag: location.pathname });
  }
}

let mayAsk = null; // asking the browser for it takes longer than everything else together

function notices() {
  const ask = $('[data-notify]');
  if (!ask) return;
  mayAsk ??= 'Notification' in window && Notification.permission === 'default';
  ask.hidden = !mayAsk;
  ask.onclick = async () => { mayAsk = false; await Notification.requestPermission(); ask.hidden = true; };
}

// Keys: 1 to 9 choose, Enter lays the lifted card or makes the call, U takes back, H asks for a hint, Escape skips, puts
// down and closes. On a board that is worked by hand a digit takes a man, the next one of his ways; Enter ends the turn.

const ways = () => ($('#ask').classList.contains('offers') ? [] : all('#ask .as-list details.group'));

/** An answer of two cards: a digit takes one of the row that has none yet, or else of the second. */
function half(digit) {
  const [one, other] = ['half-1', 'half-2'].map((name) => all(`#ask input[name="${name}"]:not([disabled])`));
  const row = one.some((input) => input.checked) ? other : one;
  if (row[digit - 1]) row[digit - 1].click();
  document.activeElement?.closest('summary')?.blur(); // or Enter would close the fold instead of making the call
}

function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input:not([type="radio"]), select, textarea')) return;
  if (event.key === 'Escape') {
    if (beats.skip() || lower()) return;
    if ($('#ask').classList.contains('offers')) { take(null); return; }
    for (const open of all('#ask details[open], #beside details[open]')) open.open = false;
    return;
  }
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (digit && $('#ask [data-halves]')?.checkVisibility()) { half(digit); return; }
  if (event.key === 'Enter' && event.target.closest('button, a, summary, label')) return; // they know it themselves
  const men = ways();
  if (digit && men.length) { if (men[digit - 1]) take(all('button', men[digit - 1]).map((one) => one.value)); return; }
  const button = digit
    ? all('#ask .options :is(button[name="key"], button[name="batch"])').filter((one) => one.checkVisibility())[digit - 1]
    : event.key === 'Enter' ? $(men.length ? '#ask .main-choices button' : '#ask .pcard.lifted, #ask .call:enabled') : $(`#ask [data-shortcut="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button || event.target.matches('input')) event.preventDefault(); // Enter on a card answers nothing by itself
  button?.form.requestSubmit(button);
}

// The clock runs on by itself between two looks: first the seconds of the answer, then the reserve.

let wound = performance.now();

function tick() {
  const face = $('[data-left]');
  if (!face) return;
  const gone = (performance.now() - wound) / 1000, left = Number(face.dataset.left) - gone;
  const reserve = Math.max(0, Number(face.dataset.reserve) + Math.min(0, left));
  const words = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  face.textContent = words(Math.max(0, left));
  $('[data-reserve-left]').textContent = words(reserve);
  face.classList.toggle('short', left < 10);
}

/** Everything that has to be done again when regions were replaced. */
export function dress() {
  localTimes();
  notices();
  clickable();
  wound = performance.now();
  tick();
  paceBar(() => beats.skip());
  marksButton();
  passing(() => !busy && !beats.playing(), (form, key) => {
    const data = new URLSearchParams(new FormData(form));
    data.set('key', key);
    post(form, data);
  });
}

export function start() {
  for (const [id, html] of remembered(document)) sent.set(id, html);
  fresh(table(), []);
  connect(() => busy, (form, data) => post(form, data));
  dress();
  document.addEventListener('submit', submit);
  document.addEventListener('change', (event) => { // a top price is kept as soon as it is typed
    if (event.target.matches('.wishbox input[name="top"]')) event.target.form.requestSubmit(event.target.form.querySelector('[value="keep"]'));
  });
  document.addEventListener('keydown', key);
  document.addEventListener('scroll', () => { scrolled = scrollY > 0; }, { passive: true });
  document.addEventListener('pointerdown', (event) => event.target.closest?.('.pace') || beats.skip(), { capture: true });
  let source = listen();
  setInterval(watch, WATCH);
  setInterval(tick, 250);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    if (source.readyState === EventSource.CLOSED) source = listen();
    watch();
  });
  if (kept('sound') === null) kept('sound', 'off');
}
