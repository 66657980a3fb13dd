// Lessons and drills: the board takes answers as at a table; every answer is a form that also works without scripts. A
// step of a lesson is fetched, put in place and played with the beats of a table before its text is shown.

import * as beats from './beats.mjs';
import { beatsAfter } from './beat-order.mjs';
import { connectBoard, setUpBoard } from './board.mjs';
import { $, announce, copyAttributes, create, opensElsewhere, parsePage, pause, target } from './dom.mjs';
import { addMarksButton } from './marks-toggle.mjs';
import { holdQuestion, releaseQuestion } from './question-hold.mjs';

const page = $('#table.lesson');
const isLesson = page?.dataset.told !== undefined; // a drill has no steps
let step = 0; // grows with every step that is asked for

/** Go to the step that an answer or a link leads to; whatever goes wrong, the browser goes there itself.
 * @param {string} address
 * @param {RequestInit} [options]
 * @param {boolean} [isBack]
 */
async function goTo(address, options, isBack = false) {
  step += 1;
  const mine = step;
  const reply = await fetch(address, options).catch(() => null);
  if (mine !== step) return;
  const next = reply?.ok ? $('#table', parsePage(await reply.text())) : null;
  if (!reply || !next) { location.assign(reply?.redirected ? reply.url : location.href); return; }
  if (!isBack) history.pushState(null, '', reply.url);
  await showStep(next, mine);
}

/** Scroll to the text and the answer it asks for: on a phone a tall board pushes both down. */
function scrollToText() {
  const answer = $('#board [data-pointed]') ? null : $('#ask .pointed'); // or it is on the board itself
  for (const one of [$('#say') ?? $('#ask'), answer?.querySelector('button') ?? answer]) {
    one?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/** @param {HTMLElement} next @param {number} mine */
async function showStep(next, mine) {
  if (!page) return;
  const news = beatsAfter(JSON.parse(next.dataset.beats ?? '[]'), Number(page.dataset.told));
  beats.skip();
  const was = beats.before(news);
  page.replaceChildren(...document.importNode(next, true).childNodes);
  copyAttributes(next, page);
  setUpPage();
  beats.after(was, news);
  if (beats.isPlaying()) {
    page.dataset.plays = 'yes';
    holdQuestion(true);
    scrollTo({ top: 0, behavior: 'instant' }); // the play is on the board, the text that was read is not
  }
  while (beats.isPlaying()) await pause(60);
  if (mine !== step) return;
  if (page.dataset.plays) releaseQuestion();
  delete page.dataset.plays;
  scrollToText();
  $('#say')?.focus({ preventScroll: true });
  announce($('#say')?.innerText ?? $('#ask-h')?.textContent ?? '');
}

/** Let the browser send a form: drills, and answers of several cards there.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} data
 */
function submit(form, data) {
  const sent = create('form', { method: form.method, action: form.action, hidden: true });
  for (const [name, value] of data) sent.append(create('input', { name, value }));
  document.body.append(sent);
  sent.submit();
}

/** @param {HTMLFormElement} form @param {Iterable<[string, FormDataEntryValue]>} data */
function post(form, data) {
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...data]));
  goTo(form.action, { method: 'POST', body });
}

function setUpPage() {
  setUpBoard();
  addMarksButton();
}

if (page) {
  connectBoard(() => false, isLesson ? post : submit);
  setUpPage();
}
if (isLesson) {
  scrollToText();
  document.addEventListener('submit', (event) => {
    const form = /** @type {HTMLFormElement} */ (target(event));
    if (!form.closest('#ask') || !form.action.endsWith('/lesson')) return;
    event.preventDefault();
    post(form, new FormData(form, event.submitter));
  });
  document.addEventListener('click', (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = target(event).closest('.way a[href*="lesson?"]');
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    goTo(link.href);
  });
  addEventListener('popstate', () => goTo(location.href, undefined, true));
  document.addEventListener('pointerdown', () => beats.skip(), { capture: true });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') beats.skip(); });
}
