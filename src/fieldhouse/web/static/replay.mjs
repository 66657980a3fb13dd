// The replay without loading pages. Its steps are links, so that they work without scripts; here they are fetched, put
// in place and played with the same beats as at the table. The play button goes from event to event.

import * as beats from './beats.mjs';
import { beatsAfter } from './beat-order.mjs';
import {
  $, all, announce, copyAttributes, create, must, opensElsewhere, parsePage, pause, prefersReducedMotion, target,
} from './dom.mjs';

const AT_LEAST = 900; // milliseconds between two events
const TRIES = 5; // so many steps may fail before the replay pauses

let isPlaying = false, isWalking = false, wanted = '';

const page = () => must('#table[data-replay]');
const isAtEnd = () => Number(page().dataset.at) >= Number(page().dataset.size);

/** Go to the step that a link leads to.
 * @param {string} href
 */
async function goTo(href) {
  wanted = href;
  const reply = await fetch(`${location.pathname}${href}`, { headers: { 'X-Fieldhouse': 'part' } });
  if (!reply.ok) { location.assign(href); return; }
  const next = $('#table', parsePage(await reply.text()));
  if (wanted !== href || !next) return; // somebody was faster
  showStep(next);
  history.replaceState(null, '', href);
}

/** @param {HTMLElement} next */
function showStep(next) {
  const now = page(), isForward = Number(next.dataset.at) > Number(now.dataset.at);
  beats.skip();
  const news = isForward ? beatsAfter(JSON.parse(next.dataset.beats || '[]'), Number(next.dataset.told)) : [];
  const was = beats.before(news), focus = document.activeElement?.getAttribute?.('aria-label');
  for (const region of all('[data-region]', next)) {
    const old = document.getElementById(region.id);
    if (!old) continue;
    const wasOpen = new Map(drawersOf(old).map((one) => [one.id, one.open]));
    for (const drawer of drawersOf(region)) drawer.open = wasOpen.get(drawer.id) ?? drawer.open;
    old.replaceWith(document.importNode(region, true));
  }
  copyAttributes(next, now);
  setUpPlayButton();
  if (focus) $(`.steps [aria-label="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  if (isForward) beats.after(was, news);
  announce($('#event')?.textContent ?? '');
}

/** @param {HTMLElement} region @returns {HTMLDetailsElement[]} */
const drawersOf = (region) => all('details[id]', region);

/** Step on while the replay plays. */
async function walk() {
  if (isWalking) return;
  isWalking = true;
  let missed = 0;
  while (isPlaying && missed < TRIES && !isAtEnd()) {
    try {
      await goTo(must('[data-following]').getAttribute('href') ?? '');
      missed = 0;
    } catch { missed += 1; } // the server is away: once more, and then the button starts again
    await pause(prefersReducedMotion() ? 2 * AT_LEAST : AT_LEAST);
    while (isPlaying && beats.isPlaying()) await pause(60);
  }
  isWalking = false;
  isPlaying = false;
  showPlayButton();
}

/** @returns {HTMLButtonElement | null} */
const playButton = () => $('[data-play]');

function showPlayButton() {
  const button = playButton();
  if (!button) return;
  button.hidden = false;
  button.setAttribute('aria-pressed', String(isPlaying));
  button.textContent = isPlaying ? '❚❚ Pause' : '▸ Play';
  button.disabled = isAtEnd();
}

function setUpPlayButton() {
  showPlayButton();
  const button = playButton();
  if (button) button.onclick = () => { isPlaying = !isPlaying; showPlayButton(); if (isPlaying) walk(); };
}

const CURVE = { left: 42, right: 10 }; // what the win-probability curve leaves free at its sides

/** The link to the moment of the game that was clicked on the win-probability curve.
 * @param {MouseEvent} event
 */
function clickedMoment(event) {
  /** @type {SVGSVGElement | null} */
  const svg = target(event).closest('.scrub svg');
  if (!svg) return null;
  const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
  const x = ((event.clientX - box.x) / box.width) * view.width;
  const share = Math.min(1, Math.max(0, (x - CURVE.left) / (view.width - CURVE.left - CURVE.right)));
  const link = create('a'), seat = new URLSearchParams(location.search).get('seat');
  link.setAttribute('href', `?at=${Math.round(share * Number(page().dataset.size))}${seat ? `&seat=${seat}` : ''}`);
  return link;
}

/** @param {Element} link */
function pauseAndFollow(link) {
  isPlaying = false;
  goTo(link.getAttribute('href') ?? '');
}

/** @param {KeyboardEvent} event */
function handleKey(event) {
  const on = target(event);
  if (on.closest('input, select, textarea') || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === ' ' && !on.closest('button, a, summary')) {
    event.preventDefault();
    playButton()?.click();
  } else if (event.key === 'Escape') {
    isPlaying = false;
    beats.skip();
    showPlayButton();
  } else {
    const link = $(`[data-key-nav="${CSS.escape(event.key)}"]`);
    if (link) { event.preventDefault(); pauseAndFollow(link); }
  }
}

/** Start the replay of this page. */
export function startReplay() {
  setUpPlayButton();
  document.addEventListener('click', (event) => {
    const link = target(event).closest('.steps a, .jumps a, .scrub a') ?? clickedMoment(event);
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    pauseAndFollow(link);
  });
  document.addEventListener('keydown', handleKey);
}
