// Morphing a page: unchanged elements stay, changed ones become what the new page has.

import assert from 'node:assert/strict';
import test from 'node:test';

import { morph } from '../../src/fieldhouse/web/static/morph.mjs';
import { element, setDocument } from './dom.mjs';

/** Morph one text into another; the elements before, by id, and the element after.
 * @param {string} before
 * @param {string} after
 */
function morphed(before, after) {
  const page = setDocument(before), old = /** @type {Element} */ (page.body.firstElementChild);
  const kept = new Map([...old.querySelectorAll('[id]')].map((one) => [one.id, one]));
  morph(old, element(page, after));
  return { old, kept };
}

test('the page becomes what the new one is', () => {
  const cases = [
    ['<p class="a">one</p>', '<p class="b" title="c">two</p>'],
    ['<ul><li>1</li><li>2</li><li>3</li></ul>', '<ul><li>2</li></ul>'],
    ['<ul></ul>', '<ul><li>1</li>text<!-- note --><li>2</li></ul>'],
    ['<div><b>one</b> two <i>three</i></div>', '<div><i>three</i> two <b>one</b></div>'],
    ['<div><svg><g id="x"></g></svg></div>', '<div><svg><g id="x"><rect></rect></g></svg></div>'],
    ['<div><p id="a">1</p><p id="b">2</p></div>', '<div><p id="b">2</p><p id="c">3</p><p id="a">1</p></div>'],
  ];
  for (const [before, after] of cases) assert.equal(morphed(before, after).old.outerHTML, after);
});

test('an element keeps its identity when its siblings change', () => {
  const { old, kept } = morphed(
    '<div><p id="a">1</p><p id="b">2</p><p id="c">3</p></div>',
    '<div><p id="x">0</p><p id="c">3</p><p id="b">two</p></div>',
  );
  assert.equal(old.querySelector('#b'), kept.get('b'));
  assert.equal(old.querySelector('#c'), kept.get('c'));
  assert.equal(old.querySelector('#a'), null);
});

test('lines of the play-by-play are known by their number', () => {
  const page = setDocument('<ol><li data-n="2">two</li><li data-n="1">one</li></ol>');
  const old = /** @type {Element} */ (page.body.firstElementChild), [two, one] = old.children;
  morph(old, element(page, '<ol><li data-n="3">three</li><li data-n="2">two</li><li data-n="1">one</li></ol>'));
  assert.deepEqual([...old.children].slice(1), [two, one]);
});

test('a choice is known by its answer, so that the focus never rests on another one', () => {
  const choice = (/** @type {string} */ key) => `<div><button name="key" value="${key}">${key}</button></div>`;
  const page = setDocument(`<form>${choice('run')}${choice('pass')}</form>`);
  const old = /** @type {Element} */ (page.body.firstElementChild), pass = old.querySelector('[value="pass"]');
  morph(old, element(page, `<form>${choice('punt')}${choice('pass')}${choice('run')}</form>`));
  assert.equal(old.querySelector('[value="pass"]'), pass);
  assert.equal(old.textContent, 'puntpassrun');
});

test('an element of another kind takes no place by its name', () => {
  const { old, kept } = morphed('<div><p id="a">1</p></div>', '<div><span id="a">1</span></div>');
  assert.notEqual(old.querySelector('#a'), kept.get('a'));
  assert.equal(old.innerHTML, '<span id="a">1</span>');
});

test('what was checked, chosen or typed belongs to the question before', () => {
  const html = '<form><input type="radio" id="r"><input id="t" value="5">'
    + '<select id="s"><option>a</option><option>b</option></select></form>';
  const page = setDocument(html), old = /** @type {Element} */ (page.body.firstElementChild);
  const radio = /** @type {HTMLInputElement} */ (old.querySelector('#r'));
  const text = /** @type {HTMLInputElement} */ (old.querySelector('#t'));
  const list = /** @type {HTMLSelectElement} */ (old.querySelector('#s'));
  radio.checked = true;
  text.value = '7';
  list.selectedIndex = 1;
  morph(old, element(page, html));
  assert.deepEqual([radio.checked, text.value, list.selectedIndex], [false, '5', 0]);
});
