// A lineup drawn on the set-up page: choose a piece, touch squares. What is drawn is written into the chart's field.

import { all, create } from './dom.mjs';

/** @typedef {{ files: string, ranks: number, groups: Record<string, string[]>, mark: string }} Editor */

/** The chart file of a drawn lineup.
 * @param {string} name
 * @param {Map<string, string>} placed the group of each square; the marked one has the mark before its group
 * @param {Editor} editor
 */
export function lineupText(name, placed, editor) {
  const lines = Object.keys(editor.groups).map((group) => {
    const own = [...placed].filter(([, kind]) => kind === group || kind === editor.mark + group);
    const words = own.map(([square, kind]) => `"${kind === group ? '' : editor.mark}${square}"`);
    return `${group} = [${words.join(', ')}]`;
  });
  return [`name = ${JSON.stringify(name)}`, ...lines, ''].join('\n');
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {HTMLElement} box */
function setUpEditor(box) {
  /** @type {Editor} */
  const editor = JSON.parse(box.dataset.boardEditor ?? '{}');
  const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(box.dataset.chart ?? ''));
  if (!field) return;
  const groups = Object.keys(editor.groups), marked = editor.mark + groups[0];
  /** @type {Map<string, string>} */
  const placed = new Map();
  for (const [group, squares] of Object.entries(editor.groups)) {
    for (const word of squares) {
      const isMarked = word.startsWith(editor.mark);
      placed.set(isMarked ? word.slice(editor.mark.length) : word, isMarked ? marked : group);
    }
  }
  let tool = groups[0] ?? '';
  const tools = create('p', { className: 'row' }), grid = create('div', { className: 'editgrid' });
  const count = create('p', { className: 'small' });
  count.setAttribute('role', 'status');
  grid.style.gridTemplateColumns = `repeat(${editor.files.length}, 1fr)`;

  const show = () => {
    for (const square of all('button', grid)) {
      const kind = placed.get(square.dataset.editSquare ?? '') ?? '';
      square.className = kind ? `piece-${groups.findIndex((group) => kind.endsWith(group))}` : '';
      square.textContent = kind === marked ? editor.mark : '';
      square.setAttribute('aria-label', `${square.dataset.editSquare}: ${kind === marked ? 'QB' : kind || 'empty'}`);
    }
    for (const button of /** @type {HTMLButtonElement[]} */ (all('button', tools))) {
      button.setAttribute('aria-pressed', String(button.value === tool));
    }
    const kinds = [...placed.values()];
    const size = (/** @type {string} */ group) => kinds.filter((kind) => kind.endsWith(group)).length;
    const sizes = groups.map((group) => `${group} ${size(group)}`).join(', ');
    count.textContent = `${capital(sizes)}.${field.value ? ' The game starts with what is drawn here.' : ''}`;
  };
  const save = () => { field.value = lineupText('Drawn', placed, editor); show(); };

  for (const [value, label] of [[marked, 'QB'], ...groups.map((group) => [group, capital(group)]), ['', 'Remove']]) {
    const button = create('button', { type: 'button', value, textContent: label });
    button.addEventListener('click', () => { tool = value ?? ''; show(); });
    tools.append(button);
  }
  for (let rank = editor.ranks; rank >= 1; rank -= 1) {
    for (const file of editor.files) {
      const square = create('button', { type: 'button' });
      square.dataset.editSquare = `${file}${rank}`;
      square.addEventListener('click', () => {
        const at = `${file}${rank}`;
        for (const [other, kind] of placed) if (tool === marked && kind === marked) placed.set(other, groups[0] ?? '');
        if (tool && placed.get(at) !== tool) placed.set(at, tool); else placed.delete(at);
        save();
      });
      grid.append(square);
    }
  }
  box.append(tools, grid, count);
  box.hidden = false;
  show();
}

/** Every lineup that can be drawn on this page. */
export function setUpBoardEditors() {
  for (const box of all('[data-board-editor]')) setUpEditor(box);
}
