// Beats: the page is settled at once to what the server drew; what happened is then played on its own elements. A click
// or a key skips to the settled state, and with reduced motion nothing moves.

import { $, all, still } from './dom.mjs';
import * as held from './held.mjs';
import * as men from './men.mjs';
import { goOn, pace, stopped } from './pace.mjs';
import { play as sound } from './sound.mjs';

const ENTER = {
  turn: { frames: [{ transform: 'perspective(700px) rotateY(90deg)', opacity: 0.2 }, { transform: 'none', opacity: 1 }], time: 380, gap: 160, sound: 'card' },
  roll: { frames: [{ transform: 'translateY(-26px) rotate(-260deg)', opacity: 0 }, { transform: 'translateY(4px) rotate(20deg)', opacity: 1, offset: 0.7 }, { transform: 'none', opacity: 1 }], time: 460, gap: 380, sound: 'dice' },
  sum: { frames: [{ opacity: 0, transform: 'translateX(-8px)' }, { opacity: 1, transform: 'none' }], time: 260, gap: 200 },
  drop: { frames: [{ opacity: 0, transform: 'translateY(-18px)' }, { opacity: 1, transform: 'none' }], time: 320, gap: 60 },
  draw: { frames: [{ clipPath: 'inset(0 100% 0 0)' }, { clipPath: 'inset(0)' }], time: 700, gap: 500 },
};
const EASE = 'cubic-bezier(.2, .8, .2, 1)';

let queue = []; // beats still to be played
let running = false;
let next = null; // the beat whose cards and dice are just coming in, before it is shown itself
let round = 0; // grows whenever the page is settled
let wake = () => {}; // ends the present wait
let moving = []; // animations of ours
let undo = []; // what puts numbers right when somebody skips
let stopNext = false; // a drive has been shown, so that the next one waits
let gauged = 0; // which page's bar is held back
let settled = null; // what lies in the place of the last play when all has been shown, while an earlier one lies there
let turned = null; // the number of the play that lies there
let lay = null; // where the ball lay when the field was last seen: cards may lie over it during a play
const marked = new Map(); // the same of the line of scrimmage and of the chain

function animate(element, frames, options) {
  const animation = element.animate(frames, { easing: EASE, fill: 'backwards', ...options });
  moving.push(animation);
  animation.finished.catch(() => { /* it was overtaken */ });
  return animation;
}

const wait = (time) => new Promise((done) => {
  const timer = setTimeout(done, time);
  wake = () => { clearTimeout(timer); done(); };
});

/** Where everything is that may move, before the new page is put in place; `news` are the beats it brings. */
export function before(news = []) {
  if (still() || document.hidden) return null;
  lay = ballShare() ?? lay;
  if (news.some(moves)) men.keep();
  for (const one of all('#board #scrim, #board #chain')) marked.set(one.id, place(one));
  const places = new Map([...marked, ...all('#table [data-move][id]').map((one) => [one.id, place(one)])]);
  const points = new Map(all('#table [data-points]').map((one) => [one.id, Number(one.textContent)]));
  const chance = $('#gauge')?.getAttribute('width');
  const faces = new Map(all('#board [data-face][id]').map((one) => [one.id, one.dataset.face]));
  const there = new Set(all('#table [data-once][id]').map((one) => one.id));
  return { places, points, chance, faces, there, ball: lay, said: held.words(), lies: lying()?.innerHTML ?? '' };
}

/** Where something is in its picture, as shares of it: a page may be scrolled or laid out anew meanwhile. */
function place(one) {
  const frame = (one.closest('.part > svg') ?? $('#table')).getBoundingClientRect(), box = one.getBoundingClientRect();
  return { x: (box.x - frame.x) / frame.width, y: (box.y - frame.y) / frame.height, frame };
}

const moves = (beat) => beat.men || beat.throw;

const lying = () => $('#part-last');

/** What an earlier play turned up and rolled lies there until the next one begins. `known` are all beats that the page
    knows: of a play that was the last when it came, a later page says what lay there. */
function keepTurned(was, beats, known) {
  const drawn = new Map(known.filter((beat) => beat.last !== undefined).map((beat) => [beat.n, beat.last]));
  for (const beat of queue) beat.last ??= drawn.get(beat.n);
  const waits = running ? turned === null && settled !== null : beats.slice(stopNext ? 0 : 1).some((beat) => beat.play);
  const now = lying(), stays = waits ? was.lies : drawn.get(turned);
  if (!now) return;
  const brought = settled === null || now.innerHTML !== was.lies; // else what an earlier play turned up lies there still
  if (brought) settled = stays === undefined ? null : now.innerHTML;
  if (brought && stays !== undefined) now.innerHTML = stays;
}

/** Lay out what belongs to a play that begins; the time until it lies there. */
function turnUp(beat) {
  turned = beat.n;
  const now = lying(), drawn = beat.last ?? settled;
  if (!now || drawn === null) return beat.lead;
  if (beat.last === undefined) settled = null;
  now.innerHTML = drawn;
  return enter(new Set(), true, now);
}

/** Play what is new on the page that stands now; `known` are all beats that it brings. */
export function after(was, beats, known = beats) {
  if (!was || still() || document.hidden) return;
  const quick = beats.some((beat) => beat.shows) && pace() === 'end';
  const plays = beats.length > 0 && !quick;
  if (plays || running) keepTurned(was, beats, known);
  const lead = plays ? turnOver(was.faces) + enter(was.there, settled === null && beats.some((beat) => beat.play)) : 0;
  men.lay();
  const late = beats.some(moves) ? [] : glide(was.places, lead);
  if (!plays && !running) return;
  held.hold(was.said);
  held.tell(was.said.event); // how it ended is not said before it is shown
  if (quick) return;
  const last = beats.some((beat) => beat.play) ? beats.findLastIndex((beat) => beat.play) : beats.length - 1;
  queue.push(...beats.map((beat, n) => ({ ...beat, lead: n === last ? lead : 0 })), ...late.map((go) => ({ count: go })));
  number();
  hideShown();
  for (const [id, points] of was.points) count(id, points);
  gauge(was.chance);
  if (!running && queue.length) run(was.ball);
}

/** What has moved glides from where it was, what lies on the field not before the play has been turned up; what goes later. */
function glide(places, lead) {
  const late = [];
  for (const one of all('#table [data-move][id]')) {
    const old = places.get(one.id), now = place(one);
    const [x, y] = old ? [(old.x - now.x) * now.frame.width, (old.y - now.y) * now.frame.height] : [0, 0];
    if (!now.frame.width || !(Math.abs(x) >= 1 || Math.abs(y) >= 1)) continue; // nothing moves in a closed drawer
    const k = one.parentElement.getScreenCTM?.()?.a ?? 1, lies = one.closest('#board');
    const goes = animate(one, [{ transform: `translate(${x / k}px, ${y / k}px)` }, { transform: 'none' }], { duration: 420, delay: lies ? lead : 0 });
    if (!lies || settled === null) continue;
    goes.pause(); // several plays came at once: it goes with the last
    late.push(() => goes.play());
  }
  return late;
}

/** Which of the elements of its name comes in with a beat: the last of them with the last such beat. */
function number() {
  const named = queue.filter((beat) => beat.shows);
  for (const [place, beat] of named.entries()) {
    const numbers = all(`#board [data-with^="${beat.shows}-"]`).map((one) => Number(one.dataset.with.split('-').at(-1)));
    beat.comes ??= `${beat.shows}-${Math.max(0, ...numbers) - (named.length - 1 - place)}`;
  }
}

const coming = (beat) => (beat.comes ? all(`#board [data-with="${beat.comes}"]`) : []);

/** What comes in with a beat of its own is not there before, on whatever page arrives meanwhile. */
function hideShown() {
  const ahead = [next, ...queue].filter((beat) => beat?.comes);
  if (ahead.length) document.documentElement.dataset.drives = 'on'; // what came of them is not told beforehand
  for (const beat of ahead) for (const one of coming(beat)) one.style.visibility = 'hidden';
  if (ahead.length) lanes(numberOf(ahead[0]) - 1);
}

/** Of lines one below the other the last that fit are seen, up to this number. */
function lanes(upTo) {
  const box = $('#board [data-lanes]'), [first, step, most] = (box?.dataset.lanes ?? '').split(' ').map(Number);
  const drawn = [...(box?.children ?? [])], seen = drawn.filter((one) => Number(one.dataset.lane) <= upTo).slice(-most);
  for (const one of drawn) {
    const place = seen.indexOf(one);
    if (place < 0) one.setAttribute('display', 'none'); else one.removeAttribute('display');
    one.setAttribute('y', `${first + step * Math.max(0, place)}%`);
  }
}

const numberOf = (beat) => Number(beat.comes.split('-').at(-1));

/** Lines draw themselves the way they run, what stands at their end drops in; the time that takes. */
function comeIn(elements) {
  for (const one of elements) {
    one.style.visibility = '';
    const from = one.dataset.draws === 'left' ? 'inset(-9px 0 -9px 100%)' : 'inset(-9px 100% -9px 0)';
    if (one.dataset.draws) animate(one, [{ clipPath: from }, { clipPath: 'inset(-9px)' }], { duration: 700 });
    else animate(one, ENTER.drop.frames, { duration: 300, delay: 600 });
  }
  return 1000;
}

/** Cards that lie on the board and show another face than before turn over, one after the other; the time that takes. */
function turnOver(faces) {
  const turned = all('#board [data-face][id]').filter((one) => faces.has(one.id) && faces.get(one.id) !== one.dataset.face);
  for (const [place, one] of turned.entries()) {
    const card = one.firstElementChild;
    card.style.transformBox = 'fill-box';
    card.style.transformOrigin = 'center';
    animate(card, ENTER.turn.frames, { duration: ENTER.turn.time, delay: place * 90 });
  }
  return turned.length ? ENTER.turn.time + (turned.length - 1) * 90 : 0;
}

/** What was turned up and rolled comes in, one after the other; the time that takes. What comes once is not `there` yet,
    the rest comes with a play. */
function enter(there, play, root = $('#table')) {
  let at = 0, end = 0;
  for (const element of all('[data-beat]', root)) {
    const kind = ENTER[element.dataset.beat];
    if (!kind || (element.dataset.once ? there.has(element.id) : !play)) continue;
    element.style.transformBox = 'fill-box';
    element.style.transformOrigin = 'center';
    animate(element, kind.frames, { duration: kind.time, delay: at });
    if (kind.sound) setTimeout(sound, at, kind.sound);
    end = at + kind.time;
    at += kind.gap;
  }
  return end;
}

/** The ball's place on the field as drawn, from 0 at the left goal line to 1. */
function ballShare() {
  const ball = $('#ball > ellipse'), field = ball?.closest('.part > svg'); // without the arrow beside it
  if (!field) return null;
  const [b, f] = [ball.getBoundingClientRect(), field.getBoundingClientRect()];
  if (!f.width) return null; // in a drawer that is closed, as when the game is over
  return ((b.x + b.width / 2 - f.x) / f.width) * 1.2 - 0.1;
}

let ballMove;
function ballFrom(share, to, time) {
  ballMove?.cancel();
  const ball = $('#ball'), field = ball?.closest('.part > svg');
  if (!field || share === null) return;
  const home = ballShare(), k = field.getBoundingClientRect().width / 1.2;
  if (home === null) return;
  const at = (place) => ({ transform: `translateX(${(place - home) * k}px)` });
  ballMove = ball.animate([at(share), at(to)], { duration: time, easing: EASE, fill: 'both' });
  ballMove.finished.catch(() => { /* it was overtaken */ });
}

/** The score as of a beat; what it comes to in the end is counted up by `count`. */
function score(seat, points) {
  const element = document.getElementById(`points-${seat}`);
  if (!element || Number(element.textContent) === points) return;
  element.textContent = points;
  animate(element, [{ transform: 'scale(1.5)' }, { transform: 'none' }], { duration: 500 });
}

function count(id, from) {
  const element = document.getElementById(id), to = Number(element?.textContent);
  if (!element || !(to > from)) return;
  element.textContent = from;
  const finish = () => { element.textContent = to; };
  undo.push(finish);
  queue.push({ count: () => { score(Number(id.split('-').at(-1)), to); finish(); } });
}

/** The win-chance bar stands as it stood until all is over, and then moves; a page that comes meanwhile brings it a new end. */
function gauge(from) {
  queue = queue.filter((beat) => !beat.gauge); // a later page has the last word
  const bar = $('#gauge'), figure = $('#chance'), to = bar?.getAttribute('width');
  const page = $('#bar')?.changes ?? 0;
  if (!bar || !from || from === to || page === gauged) return;
  gauged = page;
  const set = (width) => { bar.setAttribute('width', width); figure.textContent = width; };
  const told = all('#bar .winline > .right, #bar .moved');
  for (const one of told) one.style.visibility = 'hidden'; // what the play did is not told beforehand
  set(from);
  const finish = () => { if (gauged === page) { set(to); for (const one of told) one.style.visibility = ''; } };
  undo.push(finish);
  queue.push({ gauge: true, count: () => { finish(); animate(bar, [{ width: `${from}px` }, { width: `${to}px` }], { duration: 600 }); } });
}

function banner(words) {
  const board = $('#board .banner');
  if (!board) return 0;
  const sign = Object.assign(document.createElement('b'), { textContent: words });
  sign.style.setProperty('--letters', words.length);
  board.replaceChildren(sign);
  animate(sign, [{ opacity: 0, transform: 'translateX(-30%) skewX(-8deg)' }, { opacity: 1, transform: 'skewX(-8deg)', offset: 0.2 }, { opacity: 1, transform: 'skewX(-8deg)', offset: 0.8 }, { opacity: 0, transform: 'translateX(30%) skewX(-8deg)' }], { duration: 1000, fill: 'both' })
    .finished.then(() => sign.remove(), () => sign.remove());
  return 850;
}

async function run(ball) {
  running = true;
  const mine = round;
  let place = ball;
  document.documentElement.dataset.beats = 'playing';
  while (queue.length && mine === round) {
    const beat = queue.shift();
    const quick = queue.length > 4 ? 0.5 : 1; // many plays at once go faster
    if (beat.count) { beat.count(); continue; }
    if (stopNext && (beat.play || beat.comes)) { // the drive before has been shown, with the points it brought
      stopNext = false;
      next = beat;
      await stopped();
      if (mine !== round) return;
    }
    if (place !== null && [beat, ...queue].some((one) => one.ball !== undefined)) ballFrom(place, place, 1);
    next = beat;
    const lead = beat.play ? turnUp(beat) : beat.lead;
    if (lead) await wait(lead);
    if (mine !== round) return; // somebody skipped
    next = null;
    const time = show(beat, place, quick);
    if (beat.ball !== undefined && place !== null) place = beat.ball;
    if (time) await wait(time);
    if (mine !== round) return;
    if (beat.comes) stopNext = true;
  }
  if (mine === round) settle();
}

/** One beat on the page; the time it takes. */
function show(beat, place, quick) {
  held.upTo(beat.n);
  if (beat.anew) men.drop();
  if (beat.words) held.tell(beat.words);
  if (beat.clock) held.clock(beat.clock);
  for (const [seat, points] of (beat.points ?? []).entries()) score(seat, points);
  if (beat.sound) sound(beat.sound);
  let time = beat.words ? 250 : 0;
  if (place !== null && beat.ball !== undefined) {
    ballFrom(place, beat.ball, 450 * quick);
    time = 450;
  }
  if (men.go(beat, animate)) time = 600;
  if (beat.banner) time = Math.max(time, banner(beat.banner));
  time *= quick;
  const elements = coming(beat);
  if (beat.comes) lanes(numberOf(beat));
  return elements.length ? Math.max(time, comeIn(elements)) : time;
}

function settle() {
  round += 1;
  ballMove?.cancel();
  for (const animation of moving) { try { animation.finish(); } catch { animation.cancel(); } }
  for (const put of undo) put();
  held.letGo();
  men.drop();
  if (settled !== null && lying()) lying().innerHTML = settled;
  settled = turned = null;
  for (const one of all('#board [data-with]')) one.style.visibility = '';
  lanes(Infinity);
  $('#board .banner')?.replaceChildren();
  moving = [];
  undo = [];
  queue = [];
  next = null;
  running = false;
  delete document.documentElement.dataset.beats;
  delete document.documentElement.dataset.drives;
}

/** Is something being played? */
export const playing = () => running;

/** Nobody wants to wait: the settled state, now. True if something was playing. */
export function skip() {
  stopNext = false;
  if (!running && !moving.some((animation) => animation.playState === 'running')) return false;
  queue = [];
  settle();
  wake();
  goOn();
  return true;
}
