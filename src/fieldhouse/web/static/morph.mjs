// Put a new page in the place of the old one and keep every element that did not change: what is replaced has to be laid
// out again, and the letters of a hand of cards take longest of all.

/** What an element is called among its neighbours: two of one name are the same thing, before and after. */
const name = (one) => one.id || one.dataset?.n || one.dataset?.lane || answer(one);

/** A choice is called after its answer, so that the keyboard never rests on another one. */
function answer(one) {
  const child = one.firstElementChild;
  return child?.id || (child?.matches('button[name]') ? child.value : '');
}

const alike = (one, other) => one.nodeName === other.nodeName && one.namespaceURI === other.namespaceURI;

/** Make `old` what `next` is. Both are elements of one kind. */
export function morph(old, next) {
  if (old.isEqualNode(next)) { restore(old, next); return; }
  for (const { name: attribute } of [...old.attributes]) if (!next.hasAttribute(attribute)) old.removeAttribute(attribute);
  for (const { name: attribute, value } of next.attributes) if (old.getAttribute(attribute) !== value) old.setAttribute(attribute, value);
  children(old, next);
  restore(old, next);
}

/** What somebody had ticked or typed belongs to the question before. */
function restore(old, next) {
  const fields = (root) => (root.matches('input, select') ? [root] : [...root.querySelectorAll('input, select')]);
  const given = fields(next);
  for (const [place, field] of fields(old).entries()) {
    if (field.matches('select')) field.selectedIndex = given[place].selectedIndex;
    else if (field.type === 'radio' || field.type === 'checkbox') field.checked = given[place].checked;
    else if (field.value !== given[place].value) field.value = given[place].value;
  }
}

function children(old, next) {
  const named = new Map();
  for (const one of old.children) if (name(one)) named.set(name(one), one);
  let at = old.firstChild;
  for (const wanted of [...next.childNodes]) {
    const found = counterpart(at, wanted, named);
    if (!found) { old.insertBefore(document.importNode(wanted, true), at); continue; }
    if (found === at) at = at.nextSibling; else old.insertBefore(found, at);
    if (found.nodeType === Node.ELEMENT_NODE) morph(found, wanted); else if (found.data !== wanted.data) found.data = wanted.data;
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** The old node that becomes this one: the one of its name, or, without names, the next of its kind. */
function counterpart(at, wanted, named) {
  if (wanted.nodeType !== Node.ELEMENT_NODE) return at?.nodeType === wanted.nodeType ? at : null;
  const known = name(wanted);
  if (known) {
    const same = named.get(known);
    named.delete(known);
    return same && alike(same, wanted) ? same : null;
  }
  return at?.nodeType === Node.ELEMENT_NODE && !name(at) && alike(at, wanted) ? at : null;
}
