// The pace of a game that runs on by itself between decisions: stop after each drive, let them draw themselves one
// after the other, or show at once how things stand.

import { $, all, kept, still } from './dom.mjs';

const PACES = [['stops', 'Drive by drive'], ['draws', 'To my decision'], ['end', 'To the end']];
let next = () => {}; // goes on after a stop
let waits = false; // a drive was shown, and somebody has to say "next"

export const pace = () => (PACES.some(([name]) => name === kept('pace')) ? kept('pace') : 'stops');

/** The bar stands under the last event where the board has drives to draw; while they are drawn, in the tray. */
export function paceBar(change) {
  if (still() || !$('#board [data-with]')) return;
  for (const place of all('#last, #ask')) if (!$('.pace', place)) place.append(barOf(change));
}

function barOf(change) {
  const bar = document.createElement('div');
  bar.className = 'pace';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Pace');
  for (const [name, words] of PACES) {
    const waiting = waits && name === 'stops';
    const button = Object.assign(document.createElement('button'), { type: 'button', className: waiting ? 'main' : '', textContent: waiting ? NEXT : words });
    button.dataset.pace = name;
    button.setAttribute('aria-pressed', String(pace() === name));
    button.onclick = () => {
      if (pace() === name && name === 'stops') { next(); return; }
      kept('pace', name);
      for (const one of all('.pace [data-pace]')) one.setAttribute('aria-pressed', String(one.dataset.pace === name));
      next();
      if (name === 'end') change();
    };
    bar.append(button);
  }
  return bar;
}

const NEXT = 'Next drive';

/** Wait for "Next drive". */
export function stopped() {
  if (pace() !== 'stops' || !$('.pace')) return Promise.resolve();
  const say = (words) => { for (const one of all('.pace [data-pace="stops"]')) { one.textContent = words; one.classList.toggle('main', waits); } };
  waits = true;
  say(NEXT);
  return new Promise((done) => {
    next = () => { waits = false; say(PACES[0][1]); next = () => {}; done(); };
  });
}

/** Nobody waits any longer. */
export const goOn = () => next();
