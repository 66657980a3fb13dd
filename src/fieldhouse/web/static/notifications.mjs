// "Your turn": in the title of the tab, as a sound, and as a notification of the browser for people who allowed it.

import { $ } from './dom.mjs';
import { play } from './sound.mjs';

const TITLE = '● Your turn – ';

/** Say in the tab's title whether it is this person's turn.
 * @param {boolean} isTurn
 */
export function markTitle(isTurn) {
  const bare = document.title.startsWith(TITLE) ? document.title.slice(TITLE.length) : document.title;
  document.title = isTurn ? `${TITLE}${bare}` : bare;
}

/** Tell a person who may be looking elsewhere that it is their turn.
 * @param {string} question
 */
export function notifyTurn(question) {
  play('turn');
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted') {
    new Notification('Your turn', { body: question, tag: location.pathname });
  }
}

/** @type {boolean | null} */
let mayAsk = null; // remembered: asking the browser takes longer than everything else here together

/** Show the button that asks the browser for notifications, where it can still be asked. */
export function setUpNotifyButton() {
  const button = $('[data-notify]');
  if (!button) return;
  mayAsk ??= 'Notification' in window && Notification.permission === 'default';
  button.hidden = !mayAsk;
  button.onclick = async () => {
    mayAsk = false;
    await Notification.requestPermission();
    button.hidden = true;
  };
}
