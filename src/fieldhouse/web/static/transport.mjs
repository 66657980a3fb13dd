// The connection between the page of a table and the server: answers are sent without loading a page, and the page is
// fetched again when the server says that something changed.

import * as beats from './beats.mjs';
import { lowerCard, sendWaitingCards, waitingCards } from './board-cards.mjs';
import { $, announce, closeMenus, must, target } from './dom.mjs';
import { isHeld } from './question-hold.mjs';
import { play } from './sound.mjs';
import { showProblem, table, updatePage } from './table-page.mjs';

const QUIET = 45_000; // milliseconds without news after which the page looks by itself
const WATCH = 2_000; // between two looks at whether the page is behind
const REPLY = 400; // so long the reply to an answer may take to bring what the server announced

let isSending = false; // an answer is under way
let answers = 0; // counts our answers
let isFetching = false;
let isAskingForHint = false;
let announced = ''; // the newest tag the server told us of, for the seat that listens
let listeningSeat = ''; // that seat; one screen for both teams shows the other seat's page as well
let lastNews = Date.now();
let isScrolled = false; // noted when it happens: asked later it would cost a layout

/** Is an answer under way? */
export const isBusy = () => isSending;

/** How much of a page the server should send: what never changes is here already.
 * @returns {Record<string, string>}
 */
const headers = () => ({ 'X-Fieldhouse': $('#fixed .drawer') ? 'rest' : 'part' });

/** @param {HTMLFormElement} form @param {URLSearchParams} data */
const send = (form, data) => fetch(form.action, { method: 'POST', body: data, headers: headers() });

/** @param {string} text */
const isTablePage = (text) => text.includes('id="table"');

/** Is the page behind what the server announced? */
const isBehind = () => announced && listeningSeat === table().dataset.seat && announced !== table().dataset.tag;

/** Fetch the table until it is what the server last announced, one fetch at a time. */
async function refresh() {
  if (isFetching) return;
  isFetching = true;
  try {
    let wanted;
    do {
      wanted = announced;
      const before = answers, query = new URLSearchParams(location.search);
      const id = table().dataset.table, seat = table().dataset.seat;
      if (seat) query.set('seat', seat);
      const reply = await fetch(`/t/${id}?${query}`, { headers: headers() });
      if (reply.status === 404) location.reload();
      const text = await reply.text();
      // Otherwise an answer overtook this fetch, perhaps one of the other seat.
      if (reply.ok && before === answers) updatePage(text, false);
      lastNews = Date.now();
    } while (announced !== wanted && isBehind()); // the reply to an answer may have brought it meanwhile
  } catch { /* `watch` tries again */ } finally {
    isFetching = false;
  }
}

/** Fetch when the page is behind; also when nothing was heard for long, or the server is calculating something. */
function watch() {
  const patience = $('#lab-at-work') ? 2 * WATCH : table().dataset.state === 'over' ? Infinity : QUIET;
  const isQuiet = Date.now() - lastNews > patience;
  if (!document.hidden && (isBehind() || isQuiet)) refresh();
}

/** Send a form of the table without loading a page.
 * @param {SubmitEvent} event
 */
async function submit(event) {
  const form = /** @type {HTMLFormElement} */ (target(event));
  if (!form.matches('form[data-live]')) return;
  event.preventDefault();
  if (isHeld() && form.closest('#ask')) return; // nobody has seen the question yet
  const data = formData(form, event.submitter);
  if (form.matches('#ask .options')) for (const card of waitingCards()) data.append('placed', card);
  if (form.matches('[data-aside]')) await askForHint(form, data, event.submitter);
  else await post(form, data, event.submitter);
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} [button] */
function formData(form, button) {
  return new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, button)]));
}

/** A hint may take a while: the table goes on meanwhile, and an answer overtakes it.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} data
 * @param {HTMLElement | null} button
 */
async function askForHint(form, data, button) {
  if (isSending || isAskingForHint) return;
  isAskingForHint = true;
  const before = answers;
  form.setAttribute('aria-busy', 'true');
  button?.classList.add('waited-for');
  announce('Getting a hint…');
  try {
    const text = await (await send(form, data)).text();
    if (isSending || before !== answers) return;
    if (isTablePage(text)) updatePage(text, true); else refresh();
    const hint = $('#ask .hint');
    if (hint) bringIntoSight(hint, must('#ask'));
    if (hint) announce((hint.textContent ?? '').replace(/\s+/g, ' ').trim());
  } catch {
    showProblem("Can't reach the server. Try again in a moment.");
  } finally {
    isAskingForHint = false;
    form.removeAttribute('aria-busy');
    button?.classList.remove('waited-for');
  }
}

/** Scroll to the hint: a tray that scrolls by itself leaves the board where it is.
 * @param {HTMLElement} hint
 * @param {HTMLElement} tray
 */
function bringIntoSight(hint, tray) {
  const top = hint.getBoundingClientRect().top - tray.getBoundingClientRect().top;
  if (tray.scrollHeight > tray.clientHeight + 1) tray.scrollTop += top - 8;
  else hint.scrollIntoView({ block: hint.offsetHeight > innerHeight * 0.8 ? 'start' : 'nearest' });
}

/** Wait until no answer is under way.
 * @returns {Promise<void>}
 */
const untilSent = () => new Promise((done) => {
  const look = () => { if (isSending) setTimeout(look, 30); else done(); };
  look();
});

/** Send an answer and show the table as it then is. The card or button that was chosen lifts at once.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} data
 * @param {HTMLElement | null} [button]
 */
export async function post(form, data, button) {
  if (form.matches('[data-beside]')) await untilSent(); // not an answer, so a second press is not a second answer
  if (isSending) return;
  isSending = true;
  form.setAttribute('aria-busy', 'true');
  beats.skip();
  lowerCard();
  button?.classList.add('sent');
  closeMenus(button);
  if (button?.matches('.pcard')) play('card');
  try {
    const reply = await send(form, data), text = await reply.text();
    answers += 1;
    table().dataset.answers = String(answers);
    if (isTablePage(text)) {
      updatePage(text, true);
      keepLifted(button);
    } else if (reply.status === 429 || reply.status >= 500) {
      showProblem("The server is busy and didn't take your answer. Try again in a moment.");
    } else {
      location.reload();
    }
    $('#ask .alert')?.scrollIntoView({ block: 'nearest' });
    scrollToResult();
  } catch {
    showProblem("Can't reach the server. Your answer may not have gone through. Try again in a moment.");
  } finally {
    isSending = false;
    form.removeAttribute('aria-busy');
    if (!isHeld()) button?.classList.remove('sent'); // else it stays lifted while the play is shown
    sendWaitingCards();
    watch();
  }
}

/** While the opponent decides, the card that was played stays lifted.
 * @param {HTMLElement | null} [button]
 */
function keepLifted(button) {
  if (button?.id && table().dataset.turn === 'no') document.getElementById(button.id)?.classList.add('sent');
}

/** Bring the board and the next question back into view. */
function scrollToResult() {
  if (!isScrolled) return;
  const board = $('#board')?.getBoundingClientRect(), question = $('#ask-h')?.getBoundingClientRect();
  if ((board && board.bottom < 120) || (question && question.top < 0)) scrollTo({ top: 0 });
}

/** Listen to the server's announcements for the seat of this page. */
function listen() {
  const id = table().dataset.table, seat = table().dataset.seat ?? '';
  listeningSeat = seat;
  const source = new EventSource(`/t/${id}/live${seat ? `?seat=${seat}` : ''}`);
  source.addEventListener('changed', (event) => {
    announced = event.data;
    lastNews = Date.now();
    if (isSending) setTimeout(watch, REPLY); // it is our own answer
    else if (announced !== table().dataset.tag) refresh();
  });
  return source;
}

/** A top price in the draft queue is saved as soon as it is typed.
 * @param {Event} event
 */
function saveTopPrice(event) {
  const field = /** @type {HTMLInputElement} */ (target(event));
  if (!field.matches('.wishbox input[name="top"]') || !field.form) return;
  field.form.requestSubmit(/** @type {HTMLButtonElement} */ (must('[value="keep"]', field.form)));
}

/** Close a hint: the page without it is fetched, as its link would load it.
 * @param {MouseEvent} event
 */
function closeHint(event) {
  const link = target(event).closest('#ask .hint [data-close-hint]');
  if (!link) return;
  event.preventDefault();
  link.closest('.hint')?.remove();
  refresh();
}

/** Start sending and listening. */
export function startTransport() {
  document.addEventListener('submit', submit);
  document.addEventListener('click', closeHint);
  document.addEventListener('change', saveTopPrice);
  document.addEventListener('scroll', () => { isScrolled = scrollY > 0; }, { passive: true });
  let source = listen();
  setInterval(watch, WATCH);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    if (source.readyState === EventSource.CLOSED) source = listen();
    watch();
  });
}
