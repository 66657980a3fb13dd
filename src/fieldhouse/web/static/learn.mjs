// Lessons and drills: the board answers as at a table; every answer is a form that also works without this.

import { clickable, connect } from './board.mjs';
import { $ } from './dom.mjs';
import { marksButton } from './marks.mjs';

if ($('#table.lesson')) {
  connect(() => false, (form, data) => { // several cards at once: as one form
    const sent = document.createElement('form');
    Object.assign(sent, { method: form.method, action: form.action, hidden: true });
    for (const [name, value] of data) sent.append(Object.assign(document.createElement('input'), { name, value }));
    document.body.append(sent);
    sent.submit();
  });
  clickable();
  marksButton();
}
