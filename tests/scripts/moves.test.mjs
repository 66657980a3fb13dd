// Answers given on the board: which places are touched for which answer.

import assert from 'node:assert/strict';
import test from 'node:test';

import {
  keysFrom, movesOf, originOf, parseTouches, targetsOf, waysBy,
} from '../../src/fieldhouse/web/static/board-moves.mjs';

/** @param {Record<string, string>} answers keys with the value of their `data-touches` */
const answersOf = (answers) => Object.entries(answers).map(([key, value]) => ({ key, touches: parseTouches(value) }));

test('the attribute is a list of names', () => {
  assert.deepEqual(parseTouches('f7 f9'), ['f7', 'f9']);
  assert.deepEqual(parseTouches('SR >lane2'), ['SR', '>lane2']);
  assert.deepEqual(parseTouches(''), []);
  assert.deepEqual(parseTouches(undefined), []);
});

test('a move goes from the first place to the last', () => {
  const drawn = new Set(['e4', 'e8', 'f8', 'f7', 'f9']);
  const moves = movesOf(answersOf({ 'e4-e8>f8': 'e4 e8 f8', 'f7-f9': 'f7 f9', 'end-turn': '' }), drawn);
  assert.deepEqual(targetsOf(moves, 'e4'), ['f8']);
  assert.deepEqual(moves.between.get('f7')?.get('f9'), ['f7-f9']);
  assert.equal(moves.single.size, 0);
});

test('several answers may share their places', () => {
  const answers = answersOf({ 'f8>f9': 'f8 f9', 'f8>>f9': 'f8 f9' });
  const moves = movesOf(answers, new Set(['f8', 'f9']));
  assert.deepEqual(moves.between.get('f8')?.get('f9'), ['f8>f9', 'f8>>f9']);
});

test('only places that are drawn count', () => {
  const answers = answersOf({ 'rush:BT:lane2-3': 'rush BT lane2-3', 'rush:BT:lane3': 'rush BT lane3' });
  const moves = movesOf(answers, new Set(['BT', 'lane2-3']));
  assert.deepEqual(targetsOf(moves, 'BT'), ['lane2-3']);
  assert.deepEqual(moves.single.get('BT'), ['rush:BT:lane3']);
  assert.deepEqual(keysFrom(moves, 'BT'), ['rush:BT:lane3', 'rush:BT:lane2-3']);
  assert.deepEqual(movesOf(answers, new Set()), { between: new Map(), single: new Map(), by: new Map() });
});

test('an answer leads back to where it begins', () => {
  const answers = answersOf({ 'SR>lane2': 'SR >lane2', 'LR>lane2': 'LR >lane2' });
  const moves = movesOf(answers, new Set(['SR', 'LR', '>lane2']));
  assert.equal(originOf(moves, 'LR>lane2'), 'LR');
  assert.equal(originOf(moves, 'punt'), null);
  assert.deepEqual(targetsOf(moves, null), []);
});

test('a block is told from another by where the blocker stands', () => {
  const answers = answersOf({ 'f7>f8': 'f7 f8', 'f7>>f8': 'f7 f8', 'f7-e8>f8': 'f7 e8 f8', 'f7-g8>f8': 'f7 g8 f8' });
  const moves = movesOf(answers, new Set(['f7', 'f8', 'e8', 'g8']));
  const ways = waysBy(moves, moves.between.get('f7')?.get('f8') ?? []);
  assert.deepEqual([...ways], [['f7', ['f7>f8', 'f7>>f8']], ['e8', ['f7-e8>f8']], ['g8', ['f7-g8>f8']]]);
});
