// Lessons and drills: the board answers as at a table; every answer is a form that also works without this. A step of a
// lesson is fetched, put in place and played with the beats of a table before its pointer speaks.

import * as beats from './beats.mjs';
import { clickable, connect } from './board.mjs';
import { $, announce } from './dom.mjs';
import { marksButton } from './marks.mjs';

const page = $('#table.lesson');
const scripted = page?.dataset.told !== undefined;
const pause = (time) => new Promise((done) => { setTimeout(done, time); });
let step = 0; // grows with every step that is asked for

/** To the step that an answer or a link leads to; whatever goes wrong, the browser goes there itself. */
async function go(address, options, back) {
  step += 1;
  const mine = step;
  let reply = null;
  try { reply = await fetch(address, options); } catch { /* the server is away */ }
  if (mine !== step) return;
  const next = reply?.ok ? $('#table', new DOMParser().parseFromString(await reply.text(), 'text/html')) : null;
  if (!next) { location.assign(reply?.redirected ? reply.url : location.href); return; }
  if (!back) history.pushState(null, '', reply.url);
  await put(next, mine);
}

/** The words, and the answer they ask for: on a phone a tall board pushes both down. */
function inSight() {
  const answer = $('#board [data-pointed]') ? null : $('#ask .pointed'); // or it is on the board itself
  for (const one of [$('#say') ?? $('#ask'), answer?.querySelector('button') ?? answer]) {
    one?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

async function put(next, mine) {
  const told = Number(page.dataset.told);
  const news = JSON.parse(next.dataset.beats).filter((beat) => beat.n > told);
  beats.skip();
  const was = beats.before(news);
  page.replaceChildren(...document.importNode(next, true).childNodes);
  for (const { name, value } of next.attributes) page.setAttribute(name, value);
  dress();
  beats.after(was, news);
  if (beats.playing()) {
    page.dataset.plays = 'yes';
    scrollTo({ top: 0, behavior: 'instant' }); // the play is on the board, the words that were read are not
  }
  while (beats.playing()) await pause(60);
  if (mine !== step) return;
  delete page.dataset.plays;
  inSight();
  $('#say')?.focus({ preventScroll: true });
  announce($('#say')?.innerText ?? $('#ask-h')?.textContent ?? '');
}

/** Where the browser sends a form itself: drills, and answers of several cards there. */
function submit(form, data) {
  const sent = document.createElement('form');
  Object.assign(sent, { method: form.method, action: form.action, hidden: true });
  for (const [name, value] of data) sent.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(sent);
  sent.submit();
}

const post = (form, data) => go(form.action, { method: 'POST', body: new URLSearchParams([...data]) });

function dress() {
  clickable();
  marksButton();
}

if (page) {
  connect(() => false, scripted ? post : submit);
  dress();
}
if (scripted) {
  inSight();
  document.addEventListener('submit', (event) => {
    if (!event.target.closest('#ask') || !event.target.action.endsWith('/lesson')) return;
    event.preventDefault();
    post(event.target, new FormData(event.target, event.submitter));
  });
  document.addEventListener('click', (event) => {
    const link = event.target.closest('.way a[href*="lesson?"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.href);
  });
  addEventListener('popstate', () => go(location.href, undefined, true));
  document.addEventListener('pointerdown', () => beats.skip(), { capture: true });
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') beats.skip(); });
}
