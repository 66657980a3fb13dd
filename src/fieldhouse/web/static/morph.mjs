// Morphing: turn the page that is there into the new one and keep every element that did not change. What is replaced
// has to be laid out again by the browser, and the text of a hand of cards takes longest of all.

/** The name of an element among its siblings: two of one name are the same thing, before and after.
 * @param {Element} one
 * @returns {string}
 */
function nameOf(one) {
  const data = /** @type {HTMLElement} */ (one).dataset;
  return one.id || data?.n || data?.lane || answerOf(one);
}

/** A choice is named by its answer, so that the keyboard focus never ends up on another one.
 * @param {Element} one
 */
function answerOf(one) {
  const child = one.firstElementChild;
  return child?.id || (child?.matches('button[name]') ? /** @type {HTMLButtonElement} */ (child).value : '');
}

/** @param {Element} one @param {Element} other */
const isSameKind = (one, other) => one.nodeName === other.nodeName && one.namespaceURI === other.namespaceURI;

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/** Turn `old` into what `next` is. Both are elements of one kind.
 * @param {Element} old
 * @param {Element} next
 */
export function morph(old, next) {
  if (!old.isEqualNode(next)) {
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    morphChildren(old, next);
  }
  resetFields(old, next);
}

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** @param {Element} root @returns {Field[]} */
function fieldsOf(root) {
  if (root.matches('input, select')) return [/** @type {Field} */ (root)];
  return /** @type {Field[]} */ ([...root.querySelectorAll('input, select')]);
}

/** What somebody had checked or typed belongs to the question before.
 * @param {Element} old
 * @param {Element} next
 */
function resetFields(old, next) {
  const given = fieldsOf(next);
  for (const [place, field] of fieldsOf(old).entries()) {
    const wanted = given[place];
    if ('selectedIndex' in field && 'selectedIndex' in wanted) field.selectedIndex = wanted.selectedIndex;
    else if ('checked' in field && 'checked' in wanted && /^(radio|checkbox)$/.test(field.type)) {
      field.checked = wanted.checked;
    } else if (field.value !== wanted.value) field.value = wanted.value;
  }
}

/** @param {Element} old @param {Element} next */
function morphChildren(old, next) {
  /** @type {Map<string, Element>} */
  const named = new Map();
  for (const one of old.children) if (nameOf(one)) named.set(nameOf(one), one);
  let at = old.firstChild;
  for (const wanted of [...next.childNodes]) {
    const found = counterpart(at, wanted, named);
    if (!found) { old.insertBefore(document.importNode(wanted, true), at); continue; }
    if (found === at) at = at.nextSibling; else old.insertBefore(found, at);
    if (isElement(found)) morph(found, /** @type {Element} */ (wanted));
    else if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue;
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** The old node that becomes this one: the one of its name, or, without names, the next of its kind.
 * @param {ChildNode | null} at
 * @param {Node} wanted
 * @param {Map<string, Element>} named
 * @returns {ChildNode | null}
 */
function counterpart(at, wanted, named) {
  if (!isElement(wanted)) return at?.nodeType === wanted.nodeType ? at : null;
  const name = nameOf(wanted);
  if (name) {
    const same = named.get(name);
    named.delete(name);
    return same && isSameKind(same, wanted) ? same : null;
  }
  return at && isElement(at) && !nameOf(at) && isSameKind(at, wanted) ? at : null;
}
