// Helpers that every module uses: finding elements, remembering a preference, speaking to a screen reader.

/** Elements that scripts look for unless they say otherwise.
 * @typedef {HTMLElement & { changes?: number }} Region a part of the page; `changes` counts how often it was updated
 */

/** Find the first element that matches.
 * @template {Element} [T=HTMLElement]
 * @param {string} query
 * @param {ParentNode} [root]
 * @returns {T | null}
 */
export const $ = (query, root = document) => /** @type {T | null} */ (root.querySelector(query));

/** Find all elements that match.
 * @template {Element} [T=HTMLElement]
 * @param {string} query
 * @param {ParentNode} [root]
 * @returns {T[]}
 */
export const all = (query, root = document) => /** @type {T[]} */ ([...root.querySelectorAll(query)]);

/** Find an element that every page of this kind has; its absence is a fault of ours.
 * @template {Element} [T=HTMLElement]
 * @param {string} query
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function must(query, root = document) {
  const found = /** @type {T | null} */ (root.querySelector(query));
  if (!found) throw new Error(`nothing on this page matches ${query}`);
  return found;
}

/** Create an element with these properties.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} [properties]
 * @returns {HTMLElementTagNameMap[K]}
 */
export const create = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

/** Parse the HTML of a fetched page.
 * @param {string} text
 */
export const parsePage = (text) => new DOMParser().parseFromString(text, 'text/html');

/** Copy all attributes of one element to another.
 * @param {Element} from
 * @param {Element} to
 */
export function copyAttributes(from, to) {
  for (const { name, value } of from.attributes) to.setAttribute(name, value);
}

/** Close all menus around an element.
 * @param {Element | null | undefined} one
 */
export function closeMenus(one) {
  for (let menu = one?.closest('details.confirm'); menu; menu = menu.parentElement?.closest('details.confirm')) {
    menu.removeAttribute('open');
  }
}

/** The element that an event happened on.
 * @param {Event} event
 */
export const target = (event) => /** @type {HTMLElement} */ (event.target);

/** Does this click ask for a new tab or window?
 * @param {MouseEvent} event
 */
export const opensElsewhere = (event) => event.ctrlKey || event.metaKey || event.shiftKey;

/** Does this person prefer pages on which nothing moves? */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Wait so many milliseconds.
 * @param {number} time
 * @returns {Promise<void>}
 */
export const pause = (time) => new Promise((done) => { setTimeout(done, time); });

/** What this browser remembers under a name; null where it remembers nothing, or may not.
 * @param {string} name
 */
export function preference(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Remember something in this browser only.
 * @param {string} name
 * @param {string} value
 */
export function setPreference(name, value) {
  try { localStorage.setItem(name, value); } catch { /* storage may be forbidden */ }
}

/** Say it to a screen reader.
 * @param {string} words
 */
export function announce(words) {
  const live = $('#live');
  if (live) live.textContent = words;
}

/** Fill in this browser's share in the dice: made here, so that the server could not choose it.
 * @param {ParentNode} [root]
 */
export function fillNonces(root = document) {
  for (const field of /** @type {HTMLInputElement[]} */ (all('input[name="nonce"]', root))) {
    if (!field.value) field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
  }
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Show moments in this browser's own time zone.
 * @param {ParentNode} [root]
 */
export function showLocalTimes(root = document) {
  for (const time of /** @type {HTMLTimeElement[]} */ (all('time[data-local]', root))) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
}
