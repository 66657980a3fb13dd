// The board as it was, laid over the new one: men go on it from place to place as the beats tell, and the ball from man to
// man. The settled board under it is seen when the last of them has gone, or when somebody skips.

import { $, all } from './dom.mjs';

let past = null; // the picture of the board as it was, while one is played on

/** A picture of the board to play on, unless one is being played on; null where nobody is drawn. */
export function keep() {
  const now = $('#board [data-at]')?.closest('svg');
  if (past || !now) return past;
  const copy = now.cloneNode(true);
  for (const gone of all('.marks, .arrows', copy)) gone.remove();
  for (const one of all('[id]', copy)) one.removeAttribute('id');
  for (const one of all('[data-move]', copy)) delete one.dataset.move;
  for (const one of all('.lit, .can, .from', copy)) one.classList.remove('lit', 'can', 'from');
  past = Object.assign(document.createElement('div'), { className: 'past' });
  past.setAttribute('aria-hidden', 'true');
  past.append(copy);
  return past;
}

/** Lay it over the board that the page shows now. */
export function lay() {
  const board = $('#board [data-at]')?.closest('svg'), part = board?.parentElement;
  if (!past || !board) return;
  const [b, p] = [board.getBoundingClientRect(), part.getBoundingClientRect()];
  Object.assign(past.style, { left: `${b.x - p.x}px`, top: `${b.y - p.y}px`, width: `${b.width}px`, height: `${b.height}px` });
  part.append(past);
}

/** The settled board is seen again. */
export function drop() {
  past?.remove();
  past = null;
}

const man = (name) => past?.querySelector(`[data-at="${name}"]`);

/** The middle of a place in the picture's own units. */
function middle(name) {
  const box = past?.querySelector(`[data-square="${name}"]`)?.getBBox();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}

const between = ([x, y], [to, down]) => [{ transform: `translate(${x - to}px, ${y - down}px)` }, { transform: 'none' }];

/** One beat: its men go, its ball flies. True if something moved. */
export function go(beat, animate) {
  let moved = false;
  for (const [from, to] of beat.men ?? []) {
    const one = man(from), [a, b] = [middle(from), middle(to)];
    if (!one || !a || !b) continue;
    one.parentNode.append(one); // above whoever he passes
    one.dataset.at = to;
    one.setAttribute('transform', `translate(${b[0]} ${b[1]})`);
    animate(one.firstElementChild, between(a, b), { duration: 420 });
    moved = true;
  }
  if (beat.throw) {
    const [from, to] = beat.throw, ball = past?.querySelector('.carried'), [a, b] = [middle(from), middle(to)];
    if (!ball || !man(to) || !a || !b) return moved;
    const held = document.createElementNS(ball.namespaceURI, 'g');
    held.append(ball);
    man(to).firstElementChild.append(held);
    man(to).parentNode.append(man(to));
    animate(held, between(a, b), { duration: 420 });
    moved = true;
  }
  return moved;
}
