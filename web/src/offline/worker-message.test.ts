import { expect, test } from 'vitest';
import { parseWorkerMessage } from './worker-message.ts';

test('both messages are parsed; entries that are malformed are dropped', () => {
  expect(parseWorkerMessage({ type: 'take-over' })).toEqual({ type: 'take-over' });
  const carried = { url: '/a', json: '{}' };
  expect(
    parseWorkerMessage({
      type: 'shown',
      loaded: ['/a', 1, null],
      carried: [carried, { url: '/b' }, { json: '{}' }, 'c', null],
    }),
  ).toEqual({ type: 'shown', loaded: ['/a'], carried: [carried] });
});

test.each([
  undefined,
  null,
  'take-over',
  {},
  { type: 'shown' },
  { type: 'shown', loaded: [] },
  { type: 'shown', loaded: 1, carried: [] },
])('%j is not a message', (data) => {
  expect(parseWorkerMessage(data)).toBeUndefined();
});
