// The question whether to stop the clock: who wants to be asked only late in a half may press the button for a moment, then
// the clock runs on by itself. Without script, or for who wants it so, it is a plain question.

import { $, kept } from './dom.mjs';

const MOMENT = 2000; // as long as the fuse burns in table.css
let timer, forWhich = '';

const plain = () => kept('asked') === 'always';

/** After the page was put in place. `ready` says that nothing else is going on; `pass` gives the answer. */
export function passing(ready, pass) {
  const form = $('#ask form[data-passes]'), line = $('#ask .passing');
  const which = form ? form.elements.sequence.value : '';
  if (which !== forWhich) clearTimeout(timer);
  if (!form || !line) { forWhich = ''; return; }
  const choice = $('[data-asked]', line);
  line.hidden = false;
  choice.value = plain() ? 'always' : 'late';
  const begin = () => {
    clearTimeout(timer);
    line.classList.remove('burning');
    if (plain() || !form.isConnected) return;
    if (!ready()) { timer = setTimeout(begin, 100); return; } // first the play is seen
    line.classList.add('burning');
    timer = setTimeout(function look() {
      if (!form.isConnected || plain()) return;
      if (document.hidden || line.contains(document.activeElement) || !ready()) { timer = setTimeout(look, 500); return; }
      pass(form, form.dataset.passes);
    }, MOMENT);
  };
  choice.onchange = () => { kept('asked', choice.value); choice.blur(); begin(); };
  if (which !== forWhich) { forWhich = which; begin(); }
}
