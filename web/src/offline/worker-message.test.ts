import { expect, test } from 'vitest';
import { parseWorkerMessage } from './worker-message.ts';

test('the two messages are understood; of addresses, those that are text', () => {
  expect(parseWorkerMessage({ type: 'take-over' })).toEqual({ type: 'take-over' });
  expect(parseWorkerMessage({ type: 'loaded', addresses: ['/a', 1, null] })).toEqual({
    type: 'loaded',
    addresses: ['/a'],
  });
});

test.each([undefined, null, 'take-over', {}, { type: 'loaded' }, { type: 'loaded', addresses: 1 }])(
  '%j is no message',
  (data) => {
    expect(parseWorkerMessage(data)).toBeUndefined();
  },
);
