// Looking back without loading pages: the steps are links, so that they work without script too; here they are fetched,
// put in place and played with the same beats as at the table. The play button goes from event to event.

import * as beats from './beats.mjs';
import { $, all, announce, still } from './dom.mjs';

let playing = false, walking = false, wanted = '';
const film = () => $('#table[data-replay]');
const AT_LEAST = 900; // between two events, in milliseconds
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

/** Go to the step that a link leads to. */
async function go(href) {
  wanted = href;
  const reply = await fetch(`${location.pathname}${href}`, { headers: { 'X-Fieldhouse': 'part' } });
  if (!reply.ok) { location.assign(href); return; }
  const next = $('#table', new DOMParser().parseFromString(await reply.text(), 'text/html'));
  if (wanted !== href || !next) return; // somebody was faster
  put(next);
  history.replaceState(null, '', href);
}

function put(next) {
  const now = film(), on = Number(next.dataset.at) > Number(now.dataset.at);
  beats.skip();
  const told = Number(next.dataset.told), news = on ? JSON.parse(next.dataset.beats || '[]').filter((beat) => beat.n > told) : [];
  const was = beats.before(news), focus = document.activeElement?.getAttribute?.('aria-label');
  for (const region of all('[data-region]', next)) {
    const old = document.getElementById(region.id);
    if (!old) continue;
    const open = new Map(all('details[id]', old).map((one) => [one.id, one.open]));
    for (const drawer of all('details[id]', region)) drawer.open = open.get(drawer.id) ?? drawer.open;
    old.replaceWith(document.importNode(region, true));
  }
  for (const { name, value } of next.attributes) now.setAttribute(name, value);
  dress();
  if (focus) $(`.steps [aria-label="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  if (on) beats.after(was, news);
  announce($('#event')?.textContent ?? '');
}

async function walk() {
  if (walking) return;
  walking = true;
  let missed = 0;
  while (playing && missed < 5 && Number(film().dataset.at) < Number(film().dataset.size)) {
    try {
      await go($('[data-following]').getAttribute('href'));
      missed = 0;
    } catch { missed += 1; } // the server is away: once more, and then the button starts again
    await pause(still() ? 2 * AT_LEAST : AT_LEAST);
    while (playing && beats.playing()) await pause(60);
  }
  walking = false;
  playing = false;
  show();
}

function show() {
  const button = $('[data-play]');
  if (!button) return;
  button.hidden = false;
  button.setAttribute('aria-pressed', String(playing));
  button.textContent = playing ? '❚❚ Pause' : '▸ Play';
  button.disabled = Number(film().dataset.at) >= Number(film().dataset.size);
}

function dress() {
  show();
  $('[data-play]').onclick = () => { playing = !playing; show(); if (playing) walk(); };
}

/** A click on the curve is a moment of the game. */
function scrubbed(event) {
  const svg = event.target.closest('.scrub svg');
  if (!svg) return null;
  const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
  const x = ((event.clientX - box.x) / box.width) * view.width;
  const share = Math.min(1, Math.max(0, (x - 42) / (view.width - 52)));
  const link = document.createElement('a'), seat = new URLSearchParams(location.search).get('seat');
  link.setAttribute('href', `?at=${Math.round(share * Number(film().dataset.size))}${seat ? `&seat=${seat}` : ''}`);
  return link;
}

export function replay() {
  dress();
  document.addEventListener('click', (event) => {
    const link = event.target.closest('.steps a, .jumps a, .scrub a') ?? scrubbed(event);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    playing = false;
    go(link.getAttribute('href'));
  });
  document.addEventListener('keydown', (event) => {
    if (event.target.closest('input, select, textarea') || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && !event.target.closest('button, a, summary')) { event.preventDefault(); $('[data-play]').click(); return; }
    if (event.key === 'Escape') { playing = false; beats.skip(); show(); return; }
    const link = $(`[data-key-nav="${CSS.escape(event.key)}"]`);
    if (link) { event.preventDefault(); playing = false; go(link.getAttribute('href')); }
  });
}
