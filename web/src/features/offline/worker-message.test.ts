import { expect, test } from 'vitest';
import { parseWorkerMessage } from './worker-message.ts';

test('both messages are parsed; URLs that are not strings are dropped', () => {
  expect(parseWorkerMessage({ type: 'take-over' })).toEqual({ type: 'take-over' });
  expect(parseWorkerMessage({ type: 'loaded', urls: ['/a', 1, null] })).toEqual({
    type: 'loaded',
    urls: ['/a'],
  });
});

test.each([undefined, null, 'take-over', {}, { type: 'loaded' }, { type: 'loaded', urls: 1 }])(
  '%j is not a message',
  (data) => {
    expect(parseWorkerMessage(data)).toBeUndefined();
  },
);
