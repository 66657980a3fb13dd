// Updating the page of a table. Every page carries a stamp that only grows, and an older page never takes the place of
// a newer one, in whatever order replies arrive. Only the regions that changed are touched.

import * as beats from './beats.mjs';
import { beatsAfter } from './beat-order.mjs';
import { sendWaitingCards } from './board-cards.mjs';
import { $, all, announce, copyAttributes, create, fillNonces, must, parsePage } from './dom.mjs';
import { currentFocus, releaseFocus, parkFocus, restoreFocus } from './focus.mjs';
import { morph } from './morph.mjs';
import { markTitle, notifyTurn } from './notifications.mjs';
import { holdAfterTouch, holdQuestion, releaseQuestion } from './question-hold.mjs';

/** @typedef {import('./dom.mjs').Region} Region */
/** @typedef {import('./protocol.mjs').Beat} Beat */

/** A page whose play is being shown.
 * @typedef {object} Waiting
 * @property {HTMLElement} next the newest page that came
 * @property {string[]} words what happened, for a screen reader
 * @property {boolean} isOwn
 * @property {boolean} wasTurn
 * @property {import('./focus.mjs').Focus | null} focus what had the focus
 */

const SCROLLABLE = '.log, .hand, .board .part';
// While a play is shown these change with it. All else waits for its end: the question, the score line, the
// win-probability bar, the drawers, the end of the game.
const SHOWN_AT_ONCE = new Set(['board', 'last', 'log', 'fixed']);
const COPIED_AT_ONCE = ['tag', 'stamp', 'seat', 'beats'];

/** The HTML the server sent for each region: what people opened or filled in since is no change.
 * @type {Map<string, string>}
 */
const sent = new Map();
let newest = -1; // the newest event whose beats were played
/** @type {(isWaiting: boolean) => void} */
let onUpdate = () => {}; // sets up the regions that were replaced
/** @type {Waiting | null} */
let waiting = null;

export const table = () => must('#table');

/** @param {ParentNode} root @returns {[string, string][]} */
const regionsOf = (root) => all('[data-region]', root).map((region) => [region.id, region.outerHTML]);

/** Start with the page that the browser loaded.
 * @param {(isWaiting: boolean) => void} callback what to do whenever regions were replaced; the question may still wait
 */
export function startPage(callback) {
  for (const [id, html] of regionsOf(document)) sent.set(id, html);
  newest = newestEvent(table());
  onUpdate = callback;
  beats.onSettle(showWaiting);
}

/** Say above the question what went wrong. The next page that arrives takes it away.
 * @param {string} words
 */
export function showProblem(words) {
  const alert = $('#ask .trouble') ?? create('p', { className: 'alert trouble' });
  alert.setAttribute('role', 'alert');
  alert.textContent = words;
  $('#ask')?.prepend(alert);
  alert.scrollIntoView({ block: 'nearest' });
}

/** Put the regions of a fetched page in place of ours, and play what is new.
 * @param {string} text
 * @param {boolean} isOwn the page answers something that this person did
 */
export function updatePage(text, isOwn) {
  const next = $('#table', parsePage(text)), now = $('#table');
  if (!next || !now) { location.reload(); return; }
  if (isOlder(next, now)) return;
  const isOtherSeat = next.dataset.seat !== now.dataset.seat;
  const wasTurn = now.dataset.turn === 'yes', isTurn = next.dataset.turn === 'yes';
  const seen = Number($('#log .ev')?.dataset.n ?? -1);
  /** @type {Beat[]} */
  const known = JSON.parse(next.dataset.beats || '[]');
  const news = beatsAfter(known, newest);
  newest = newestEvent(next);
  const was = beats.before(news), waits = beats.willPlay(news), words = newSentences(next, seen);
  const last = beats.lastPictureOn(next);
  if (waits) {
    const focus = waiting?.focus ?? currentFocus();
    waiting = {
      next, words: [...(waiting?.words ?? []), ...words], isOwn, wasTurn: waiting?.wasTurn ?? wasTurn, focus,
    };
    replaceRegions(next, now, (id) => SHOWN_AT_ONCE.has(id));
    for (const name of COPIED_AT_ONCE) now.dataset[name] = next.dataset[name];
    holdQuestion(isOtherSeat);
    if (focus) parkFocus(table());
  } else {
    waiting = null;
    replaceRegions(next, now);
    copyAttributes(next, now);
  }
  onUpdate(waits);
  beats.after(was, news, known, last);
  if (waits) return;
  tellTurn(next, words, isTurn && !wasTurn && !isOwn);
  if (isOwn && isOtherSeat && isTurn) holdAfterTouch(sendWaitingCards);
}

/** The play has been shown: now show how it ended, and then the question.
 * @param {boolean} isSkipped somebody did not want to see it all
 */
function showWaiting(isSkipped) {
  if (!waiting) return;
  const { next, words, isOwn, wasTurn, focus } = waiting, figures = beats.currentFigures();
  waiting = null;
  replaceRegions(next, table());
  copyAttributes(next, table());
  onUpdate(false);
  if (!isSkipped) beats.moveFigures(figures);
  releaseQuestion(() => {
    sendWaitingCards();
    if (focus) restoreFocus(focus);
    tellTurn(next, words, next.dataset.turn === 'yes' && !wasTurn && !isOwn);
  });
}

/** Say what happened and what is asked.
 * @param {HTMLElement} page
 * @param {string[]} words
 * @param {boolean} isNews this person does not know yet that it is their turn
 */
function tellTurn(page, words, isNews) {
  const isTurn = page.dataset.turn === 'yes', question = isTurn ? $('#ask-h', page)?.textContent?.trim() ?? '' : '';
  const told = isTurn ? [...words, question] : words;
  if (told.length) announce(told.join(' '));
  markTitle(isTurn);
  if (isNews) notifyTurn(question);
}

/** An older page came late. Stamps belong to a seat: the other seat's page of the same screen may well be older.
 * @param {HTMLElement} next
 * @param {HTMLElement} now
 */
function isOlder(next, now) {
  return next.dataset.seat === now.dataset.seat && Number(next.dataset.stamp) < Number(now.dataset.stamp);
}

/** @param {HTMLElement} page */
const newestEvent = (page) => Math.max(-1, ...all('#log .ev', page).map((line) => Number(line.dataset.n)));

/** The sentences of the play-by-play that came after this event, oldest first.
 * @param {HTMLElement} page
 * @param {number} seen
 */
function newSentences(page, seen) {
  const lines = all('#log .ev', page).filter((line) => Number(line.dataset.n) > seen).reverse();
  return lines.map((line) => must('.words', line).textContent ?? '');
}

/** The question that a page asks: its seat and number; empty where it asks none.
 * @param {HTMLElement} page
 */
function questionOf(page) {
  const fields = /** @type {HTMLInputElement[]} */ (
    all('#ask .options :is([name="seat"], [name="sequence"])', page)
  );
  return fields.map(({ value }) => value).join();
}

/** Another question begins at its top. A lineup that is changed step by step stays where it was scrolled to.
 * @param {HTMLElement} next
 * @param {HTMLElement} now
 */
function isAnother(next, now) {
  const words = (/** @type {HTMLElement} */ page) => $('#ask-h', page)?.textContent;
  if (words(next) !== words(now) || next.dataset.seat !== now.dataset.seat) return true;
  return questionOf(next) !== questionOf(now) && !$('#change', next);
}

/** A hint stays, with its marks on the board, until its question is answered or somebody closes it.
 * @param {HTMLElement} next
 * @param {HTMLElement} now
 */
function keepHint(next, now) {
  const hint = $('#ask .hint', now), question = questionOf(now);
  if (!hint || !question || question !== questionOf(next) || $('#ask .hint', next)) return false;
  must('#ask', next).insertBefore(hint.cloneNode(true), $('#ask > .verbs', next));
  for (const marked of /** @type {HTMLButtonElement[]} */ (all('#ask .pointed button, #ask button.pointed', now))) {
    const same = /** @type {HTMLButtonElement[]} */ (all(`#ask button[name="${marked.name}"]`, next));
    const place = marked.matches('.pointed') ? '.pcard' : '.choice';
    same.find(({ value }) => value === marked.value)?.closest(place)?.classList.add('pointed');
  }
  return true;
}

/** @param {HTMLElement} next @param {HTMLElement} now @param {(id: string) => boolean} [isWanted] */
function replaceRegions(next, now, isWanted = () => true) {
  const isHinted = keepHint(next, now), news = new Map(regionsOf(next));
  /** @param {string} id */
  const isChanged = (id) => (
    isWanted(id) && news.has(id) && news.get(id) !== sent.get(id) && !(isHinted && id === 'board')
  );
  fillNonces(next);
  const focus = currentFocus();
  if (focus && isChanged(focus.region)) releaseFocus(focus, next);
  const restoreScroll = rememberScroll(now);
  if (isWanted('ask')) for (const alert of all('#ask .trouble')) alert.remove();
  const isAnotherQuestion = isWanted('ask') && isAnother(next, now);
  const isSameState = next.dataset.state === now.dataset.state; // when the game is over other drawers are open
  for (const region of all('[data-region]', next)) {
    /** @type {Region | null} */
    const old = document.getElementById(region.id);
    if (!old || !isChanged(region.id)) continue;
    if (old.matches('[data-patient]') && $('input:focus, select:focus', old)) continue; // somebody types there
    sent.set(region.id, news.get(region.id) ?? '');
    replaceRegion(old, region, isSameState);
  }
  restoreScroll();
  if (isAnotherQuestion) must('#ask').scrollTo({ top: 0, behavior: 'instant' });
  if (focus) restoreFocus(focus);
}

/** @param {Region} old @param {HTMLElement} region @param {boolean} isSameState */
function replaceRegion(old, region, isSameState) {
  keepDrawersOpen(old, region, isSameState);
  const chosen = /** @type {HTMLSelectElement[]} */ (all('select[id]', old)).map(({ id, value }) => ({ id, value }));
  morph(old, region);
  old.changes = (old.changes ?? 0) + 1; // the element outlasts its question
  if (region.matches('[data-patient]')) for (const { id, value } of chosen) keepChoice(id, value);
}

/** Drawers that somebody opened or closed stay so.
 * @param {HTMLElement} old
 * @param {HTMLElement} region
 * @param {boolean} isSameState
 */
function keepDrawersOpen(old, region, isSameState) {
  const before = /** @type {HTMLDetailsElement[]} */ (all('details', old));
  const wasOpen = new Map(isSameState ? before.filter(({ id }) => id).map(({ id, open }) => [id, open]) : []);
  for (const [place, drawer] of /** @type {HTMLDetailsElement[]} */ (all('details', region)).entries()) {
    if (drawer.id) drawer.open = wasOpen.get(drawer.id) ?? drawer.open;
    if (region.id === 'tools') drawer.open = before[place]?.open ?? false;
  }
}

/** What somebody had chosen and not yet sent is still chosen, if it is still on the list.
 * @param {string} id
 * @param {string} value
 */
function keepChoice(id, value) {
  const field = /** @type {HTMLSelectElement | null} */ (document.getElementById(id));
  if (field && value && [...field.options].some((option) => option.value === value)) field.value = value;
}

/** What has the same name scrolls on; a hand of other cards, or for another question, starts at its beginning.
 * @param {HTMLElement} one
 */
function scrollName(one) {
  if (!one.matches('.hand')) return one.className;
  return [one.getAttribute('aria-label'), ...all('.sr', one).map((card) => card.textContent)].join();
}

/** @param {HTMLElement} now @returns {() => void} puts everything where it was scrolled to */
function rememberScroll(now) {
  const places = all(SCROLLABLE, now).map((one) => (
    { one, name: scrollName(one), top: one.scrollTop, left: one.scrollLeft }
  ));
  return () => {
    for (const { one: old, name, top, left } of places) {
      const one = all(SCROLLABLE).find((element) => scrollName(element) === name);
      // It is still there, with other cards: the browser would follow those that went.
      if (old !== one) old.scrollTo({ top: 0, left: 0, behavior: 'instant' });
      if (top || left) one?.scrollTo({ top: top > 40 ? top : 0, left, behavior: 'instant' });
    }
  };
}
