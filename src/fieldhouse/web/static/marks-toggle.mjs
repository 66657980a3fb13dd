// The button that shows or hides the marks on the board: what is threatened, what is open.

import { $, create, preference, setPreference } from './dom.mjs';

const areShown = () => preference('marks') !== 'off';
const show = () => { document.documentElement.dataset.marks = areShown() ? 'on' : 'off'; };

/** Add the button where the board has marks and the page has none yet. */
export function addMarksButton() {
  show();
  const place = $('#ask .verbs') ?? $('#last');
  if (!$('#board .marks') || !place || $('[data-marks-switch]', place)) return;
  const button = create('button', { type: 'button', className: 'quiet', textContent: 'Marks' });
  button.dataset.marksSwitch = '';
  button.setAttribute('aria-pressed', String(areShown()));
  button.onclick = () => {
    setPreference('marks', areShown() ? 'off' : 'on');
    button.setAttribute('aria-pressed', String(areShown()));
    show();
  };
  place.append(button);
}
