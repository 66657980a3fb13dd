// Keyboard focus stays where it was when the part of the page around it is replaced.

import { $, all } from './dom.mjs';

/** @typedef {{ region: string, signature: string }} Focus the part of the page that has the focus, and on what */

const FOCUSABLE = ':is(a, button, summary, input, select, textarea, [tabindex])';

/** What tells an element from the others of its region, before and after.
 * @param {Element} one
 */
function signatureOf(one) {
  const { name, value } = /** @type {HTMLInputElement} */ (one);
  const drawer = one.closest('details')?.id, isSummary = one.tagName === 'SUMMARY';
  return [one.tagName, one.id, name, value ?? one.getAttribute('href'), drawer, isSummary].join();
}

/** What has the focus, if it is in a region of the page.
 * @returns {Focus | null}
 */
export function currentFocus() {
  const one = document.activeElement, region = one?.closest?.('[data-region]');
  return one && region ? { region: region.id, signature: signatureOf(one) } : null;
}

/** The same thing on that page.
 * @param {Focus} focus
 * @param {ParentNode} page
 */
function findAgain({ region, signature }, page) {
  return all(`#${region} ${FOCUSABLE}`, page).find((one) => signatureOf(one) === signature);
}

/** The tags from the region down to this element.
 * @param {Element} one
 * @returns {string}
 */
function pathOf(one) {
  return one.matches('[data-region]') || !one.parentElement ? '' : `${pathOf(one.parentElement)} ${one.tagName}`;
}

/** Give up the focus if its element will be gone from the new page. Now it costs nothing; taken away together with its
 * element, it would have the browser lay out the half-made page. A field that somebody fills in is left alone.
 * @param {Focus} focus
 * @param {ParentNode} next
 */
export function releaseFocus(focus, next) {
  const one = /** @type {HTMLElement} */ (document.activeElement), same = findAgain(focus, next);
  const stays = one.matches('input, select, textarea') || (same && pathOf(same) === pathOf(one));
  if (!stays) one.blur();
}

/** Keep the focus at the table while its place in the question waits; from the top of the page a person would have to
 * find the way back.
 * @param {HTMLElement} table
 */
export function parkFocus(table) {
  if (document.activeElement !== document.body && !document.activeElement?.closest('[inert]')) return;
  table.tabIndex = -1;
  table.focus({ preventScroll: true });
}

/** Put the focus on the same thing in the new page; where that is gone or folded away, on the question.
 * @param {Focus} focus
 */
export function restoreFocus(focus) {
  if (document.activeElement !== document.body && document.activeElement !== $('#table')) return;
  for (const one of [findAgain(focus, document), $('#ask-h')]) {
    one?.focus({ preventScroll: true });
    if (one && document.activeElement === one) return;
  }
}
