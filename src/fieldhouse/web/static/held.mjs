// What the page already knows and must not tell before it has been shown: the last sentence, the line of score, clock and
// down, and the lines of the play-by-play. The page is settled underneath; letting go puts everything right.

import { $, all } from './dom.mjs';

const settled = new Map(); // element: what it says by itself, and which page said so
let home = null; // where the sign of who has the ball belongs
let shown = null; // the newest event that has been shown, while something is held back

/** What the page says before the new one is put in place. */
export const words = () => ({ event: $('#event')?.textContent ?? '', mid: $('#score .mid')?.innerHTML, ball: tallies().findIndex((one) => $('.has', one)), lines: newest() });

const tallies = () => all('#score .tally');

const newest = () => Math.max(-1, ...all('#log .ev:not(.ahead)').map((line) => Number(line.dataset.n)));

/** Hold back what is new; `was` is what the page said before. */
export function hold(was) {
  shown ??= was.lines;
  later();
  if (was.mid !== undefined && $('#score .mid')) put($('#score .mid'), 'innerHTML', was.mid);
  const sign = $('#score .has'), side = tallies()[was.ball];
  if (sign && side && !side.contains(sign)) {
    home ??= sign.parentElement;
    side.append(sign);
  }
}

/** Make an element say something else until all has been shown; a page that came meanwhile has put it right. */
function put(element, what, value) {
  const page = element.closest('[data-region]')?.changes ?? 0, before = settled.get(element);
  settled.set(element, { what, page, own: before?.page === page ? before.own : element[what] });
  element[what] = value;
}

/** Lines of events that come later are not there yet. */
function later() {
  for (const line of all('#log .ev')) line.classList.toggle('ahead', shown !== null && Number(line.dataset.n) > shown);
}

/** The page has come to this event. */
export function upTo(n) {
  if (shown === null || !(n > shown)) return;
  shown = n;
  later();
}

/** The last event's sentence. */
export function tell(sentence) {
  const line = $('#event');
  if (line) put(line, 'textContent', sentence);
}

/** The clock in the line of score. */
export function clock(face) {
  const place = $('#score [data-clock]');
  if (place) put(place, 'textContent', face);
}

/** Everything as the server sent it. */
export function letGo() {
  shown = null;
  later();
  for (const [element, { what, own }] of [...settled].reverse()) element[what] = own; // the clock before the line it stands in
  settled.clear();
  const sign = $('#score .has');
  if (home?.isConnected && sign) home.append(sign);
  home = null;
}
