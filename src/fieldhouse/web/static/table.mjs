// The live table: puts its parts together. `transport.mjs` talks to the server, `table-page.mjs` updates the page,
// `board.mjs` and `keyboard.mjs` take answers, `beats.mjs` shows what happened.

import { setUpAutoPass } from './auto-pass.mjs';
import * as beats from './beats.mjs';
import { connectBoard, setUpBoard } from './board.mjs';
import { restartClock, tick } from './clock.mjs';
import { preference, setPreference, showLocalTimes, target } from './dom.mjs';
import { handleKey } from './keyboard.mjs';
import { addMarksButton } from './marks-toggle.mjs';
import { setUpNotifyButton } from './notifications.mjs';
import { addPlaybackButtons } from './playback.mjs';
import { startPage } from './table-page.mjs';
import { formData, isBusy, post, startTransport } from './transport.mjs';

/** Everything that has to be done again when regions were replaced. */
function setUpRegions() {
  showLocalTimes();
  setUpNotifyButton();
  setUpBoard();
  restartClock();
  addPlaybackButtons(() => beats.skip());
  addMarksButton();
  setUpAutoPass(() => !isBusy() && !beats.isPlaying(), (form, key) => {
    const data = formData(form);
    data.set('key', key);
    post(form, data);
  });
}

/** Start the table of this page. */
export function startTable() {
  startPage(setUpRegions);
  connectBoard(isBusy, post);
  setUpRegions();
  document.addEventListener('keydown', handleKey);
  document.addEventListener('pointerdown', (event) => {
    if (!target(event).closest?.('.pace')) beats.skip();
  }, { capture: true });
  startTransport();
  setInterval(tick, 250);
  if (preference('sound') === null) setPreference('sound', 'off');
}
