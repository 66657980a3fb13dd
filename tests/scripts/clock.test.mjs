// The clock of a draft room.

import assert from 'node:assert/strict';
import test from 'node:test';

import { countDown, formatClock } from '../../src/fieldhouse/web/static/clock.mjs';

test('minutes and seconds', () => {
  const times = [0, 0.9, 9, 59.99, 60, 75.4, 600, 3725];
  assert.deepEqual(times.map(formatClock), ['0:00', '0:00', '0:09', '0:59', '1:00', '1:15', '10:00', '62:05']);
});

test('the turn runs out before the reserve', () => {
  assert.deepEqual(countDown(30, 60, 12), { left: 18, reserve: 60, isShort: false });
  assert.deepEqual(countDown(30, 60, 25), { left: 5, reserve: 60, isShort: true });
  assert.deepEqual(countDown(30, 60, 45), { left: 0, reserve: 45, isShort: true });
  assert.deepEqual(countDown(30, 60, 500), { left: 0, reserve: 0, isShort: true });
});
