// Marks on the board for whoever wants help: what threatens, what is open. One button switches them for good.

import { $, kept } from './dom.mjs';

const show = () => { document.documentElement.dataset.marks = kept('marks') === 'off' ? 'off' : 'on'; };

export function marksButton() {
  show();
  const verbs = $('#ask .verbs') ?? $('#last');
  if (!$('#board .marks') || !verbs || $('[data-marks-switch]', verbs)) return;
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet', textContent: 'Marks' });
  button.dataset.marksSwitch = '';
  button.setAttribute('aria-pressed', String(kept('marks') !== 'off'));
  button.onclick = () => {
    kept('marks', kept('marks') === 'off' ? 'on' : 'off');
    button.setAttribute('aria-pressed', String(kept('marks') !== 'off'));
    show();
  };
  verbs.append(button);
}
