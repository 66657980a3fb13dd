// The set-up page's search among many teams: type part of a name or a year, press a team.

import { $, all, create } from './dom.mjs';

const MOST_SHOWN = 40;

/** @typedef {[value: string, title: string, about: string, ...colors: string[]]} Choice */

/** A team's two colors as the server draws them.
 * @param {string[]} colors
 */
function swatch(colors) {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('width', '24');
  picture.setAttribute('height', '24');
  picture.setAttribute('aria-hidden', 'true');
  for (const [n, shape] of ['M4 0H24V24H4A4 4 0 0 1 0 20V4A4 4 0 0 1 4 0Z', 'M24 4V20A4 4 0 0 1 20 24H4Z'].entries()) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', shape);
    path.setAttribute('fill', colors[n] ?? '#888888');
    picture.append(path);
  }
  return picture;
}

/** @param {Choice} choice */
function describe([, title, about]) {
  const words = create('span', {});
  words.append(create('b', { textContent: title }), create('small', { textContent: about }));
  return words;
}

/** The choices whose title has every word that was typed; a year may stand anywhere.
 * @param {Choice[]} choices
 * @param {string} typed
 */
export function findChoices(choices, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(([value, title]) => words.every((word) => `${title} ${value}`.toLowerCase().includes(word)));
}

/** One team option: its field is filled in by pressing a team of the list.
 * @param {HTMLElement} box
 */
function setUpPicker(box) {
  const field = /** @type {HTMLInputElement} */ ($('input', box));
  const search = create('input', { type: 'search', placeholder: 'Search: bears 1985', autocomplete: 'off' });
  search.setAttribute('aria-label', field.getAttribute('aria-label') ?? '');
  const list = create('div', { className: 'found', hidden: true });
  field.type = 'hidden';
  field.removeAttribute('list');
  field.after(search, list);
  /** @type {Promise<Choice[]> | undefined} */
  let loading;
  const load = () => (loading ??= fetch(box.dataset.choices ?? '').then((reply) => reply.json()));

  /** @param {Choice} choice */
  const choose = (choice) => {
    field.value = choice[0];
    const card = create('p', { className: 'pick picked' });
    card.append(swatch(choice.slice(3)), describe(choice));
    for (const old of all('.picked', box)) old.remove();
    field.before(card);
    search.value = '';
    list.hidden = true;
    search.focus();
  };
  const show = async () => {
    const found = findChoices(await load(), search.value);
    list.hidden = false;
    list.replaceChildren(...found.slice(0, MOST_SHOWN).map((choice) => {
      const button = create('button', { type: 'button' });
      button.append(swatch(choice.slice(3)), describe(choice));
      button.addEventListener('click', () => choose(choice));
      return button;
    }));
    if (!found.length) list.append(create('p', { className: 'small', textContent: 'No team found.' }));
    if (found.length > MOST_SHOWN) {
      const words = `${found.length - MOST_SHOWN} more: add a word or a year.`;
      list.append(create('p', { className: 'small muted', textContent: words }));
    }
  };
  search.addEventListener('focus', () => show().catch(() => {}));
  search.addEventListener('input', () => show().catch(() => {}));
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // the first team found, not the whole form
    /** @type {HTMLButtonElement | null} */ ($('button', list))?.click();
  });
  box.addEventListener('focusout', (event) => {
    if (!box.contains(/** @type {Node | null} */ (event.relatedTarget))) list.hidden = true;
  });
}

/** Every team option of the page. */
export function setUpTeamPickers() {
  for (const box of all('[data-choices]')) setUpPicker(box);
}
