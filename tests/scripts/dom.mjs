// A document for scripts that need one: jsdom's, put where a browser has its own.

import { JSDOM } from 'jsdom';

/** Make this the document of all scripts.
 * @param {string} html the inside of its body
 */
export function setDocument(html) {
  const { window } = new JSDOM(`<!doctype html><body>${html}</body>`);
  Object.assign(globalThis, { document: window.document, Node: window.Node, window });
  return window.document;
}

/** Parse the single element that this text is.
 * @param {Document} page
 * @param {string} html
 */
export function element(page, html) {
  const holder = page.createElement('template');
  holder.innerHTML = html;
  const found = holder.content.firstElementChild;
  if (!found) throw new Error('no element');
  return found;
}
