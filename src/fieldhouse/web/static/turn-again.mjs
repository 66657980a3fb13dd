// The button that shows the other team's last turn again, beside the sentence about it.

import * as beats from './beats.mjs';
import { $, create } from './dom.mjs';

/** Add the button where a turn was shown and the page has none yet. */
export function addAgainButton() {
  const place = $('#last');
  $('.turn-again', place ?? document)?.remove();
  if (!place || !beats.hasTurn()) return;
  const button = create('button', { type: 'button', className: 'turn-again', textContent: '\u21bb' });
  button.setAttribute('aria-label', 'Show the last turn again');
  button.title = 'Show the last turn again';
  button.onclick = () => beats.showTurnAgain();
  place.append(button);
}
