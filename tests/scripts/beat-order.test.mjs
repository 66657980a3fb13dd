// The order of beats.

import assert from 'node:assert/strict';
import test from 'node:test';

import {
  beatsAfter, lastPictures, nameEntrances, numberIn, playsLater, queued, timeScale, visibleLanes,
} from '../../src/fieldhouse/web/static/beat-order.mjs';

test('only beats of later events are new', () => {
  const beats = [{ n: 3 }, { n: 4 }, { n: 4, banner: 'Touchdown' }, { n: 5 }, {}];
  assert.deepEqual(beatsAfter(beats, 3), beats.slice(1, 4));
  assert.deepEqual(beatsAfter(beats, 9), []);
  assert.deepEqual(beatsAfter(beats, -1), beats.slice(0, 4));
});

test('the last play waits for what was turned up', () => {
  const leads = queued([{ n: 1, play: true }, { n: 2, play: true }, { n: 3 }], 380).map((beat) => beat.lead);
  assert.deepEqual(leads, [0, 380, 0]);
});

test('without a play the last beat waits', () => {
  assert.deepEqual(queued([{ n: 1 }, { n: 2 }], 380).map((beat) => beat.lead), [0, 380]);
  assert.deepEqual(queued([], 380), []);
});

test('the last drive that is drawn comes with the last beat that shows one', () => {
  const queue = queued([{ n: 1, shows: 'drive' }, { n: 2 }, { n: 3, shows: 'drive' }, { n: 4, shows: 'drive' }], 0);
  nameEntrances(queue, () => 9);
  assert.deepEqual(queue.map((beat) => beat.comes), ['drive-7', undefined, 'drive-8', 'drive-9']);
});

test('a beat that has its drive keeps it when later ones arrive', () => {
  const queue = queued([{ n: 1, shows: 'drive' }], 0);
  nameEntrances(queue, () => 4);
  queue.push(...queued([{ n: 2, shows: 'drive' }], 0));
  nameEntrances(queue, () => 5);
  assert.deepEqual(queue.map((beat) => beat.comes), ['drive-4', 'drive-5']);
});

test('of many lanes the last that fit are seen', () => {
  assert.deepEqual(visibleLanes([1, 2, 3, 4, 5], 4, 3), [2, 3, 4]);
  assert.deepEqual(visibleLanes([1, 2, 3], Infinity, 6), [1, 2, 3]);
  assert.deepEqual(visibleLanes([1, 2, 3], 0, 6), []);
});

test('many beats at once go faster', () => {
  assert.deepEqual([0, 4, 5, 40].map(timeScale), [1, 1, 0.5, 0.5]);
});

test('a number ends a name', () => {
  assert.equal(numberIn('drive-12'), 12);
  assert.equal(numberIn('points-0'), 0);
});

test('later pages say what lay there after a play', () => {
  const known = lastPictures([{ n: 1, last: '<svg/>' }, { n: 2 }, { n: 3, last: '' }]);
  assert.deepEqual([...known], [[1, '<svg/>'], [3, '']]);
});

test('another play follows the one whose picture lies there', () => {
  const beats = [{ n: 3, play: true }, { n: 5 }, { n: 7, play: true }];
  assert.deepEqual([null, 3, 7].map((pictured) => playsLater(beats, pictured)), [true, true, false]);
});
