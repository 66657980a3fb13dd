// The live table: puts its parts together. `transport.mjs` talks to the server, `table-page.mjs` updates the page,
// `board.mjs` and `keyboard.mjs` take answers, `beats.mjs` shows what happened.

import * as beats from './beats.mjs';
import { connectBoard, setUpBoard } from './board.mjs';
import { restartClock, tick } from './clock.mjs';
import { closeMenus, preference, setPreference, showLocalTimes, target } from './dom.mjs';
import { handleKey } from './keyboard.mjs';
import { addMarksButton } from './marks-toggle.mjs';
import { setUpNotifyButton } from './notifications.mjs';
import { addPlaybackButtons } from './playback.mjs';
import { ignoreDoubleClicks, isHeld } from './question-hold.mjs';
import { startPage } from './table-page.mjs';
import { isBusy, post, startTransport } from './transport.mjs';
import { addAgainButton } from './turn-again.mjs';

/** Everything that has to be done again when regions were replaced.
 * @param {boolean} isWaiting the play is shown first: there is nothing to answer yet
 */
function setUpRegions(isWaiting) {
  showLocalTimes();
  setUpNotifyButton();
  restartClock();
  addPlaybackButtons(() => beats.skip());
  addMarksButton();
  if (isWaiting) return;
  addAgainButton();
  setUpBoard();
}

/** A tap anywhere skips what is being played. On the board and the question it does no more than that. */
function skipByTap() {
  let isUsedUp = false;
  document.addEventListener('pointerdown', (event) => {
    const on = target(event);
    if (on.closest?.('.pace')) return;
    isUsedUp = beats.isPlaying() && Boolean(on.closest?.('#board, #last, #ask'));
    beats.skip();
    if (isUsedUp) event.stopPropagation();
  }, { capture: true });
  const useUp = (/** @type {MouseEvent} */ event) => {
    if (!isUsedUp || event.detail === 0 && event.type === 'click') return; // a key clicks too
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener('pointerup', useUp, { capture: true });
  document.addEventListener('click', useUp, { capture: true });
}

/** Close the menu of a question that is not to be answered after all.
 * @param {MouseEvent} event
 */
function closeMenu(event) {
  const link = target(event).closest?.('[data-close]');
  if (!link) return;
  event.preventDefault();
  closeMenus(link);
}

/** A menu that opens is all in sight.
 * @param {Event} event
 */
function showMenu(event) {
  const menu = target(event);
  if (menu.matches('#ask details.confirm[open]')) menu.scrollIntoView({ block: 'nearest' });
}

/** Start the table of this page. */
export function startTable() {
  startPage(setUpRegions);
  connectBoard(() => isBusy() || isHeld(), post);
  setUpRegions(false);
  document.addEventListener('keydown', handleKey);
  document.addEventListener('click', closeMenu);
  document.addEventListener('toggle', showMenu, { capture: true });
  skipByTap();
  ignoreDoubleClicks();
  startTransport();
  setInterval(tick, 250);
  if (preference('sound') === null) setPreference('sound', 'off');
}
