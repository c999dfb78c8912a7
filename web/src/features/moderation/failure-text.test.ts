import { ApiError } from 'functions/contract';
import { expect, test } from 'vitest';
import { noAnswer, refusal } from '../../api/failure.ts';
import { messageOf, serverDetailOf } from './failure-text.ts';

const refused = (detail: unknown) =>
  refusal({ ok: false, status: 409, retryAfter: null, text: JSON.stringify({ detail }) });

test("the server's detail is told, a list of them joined", () => {
  const entries = ['Too short', 'Odd'].map((msg) => ({ loc: ['body'], msg, type: 'custom' }));
  expect(messageOf(refused('Not now.'), 'Failed')).toBe('Not now.');
  expect(messageOf(refused(entries), 'Failed')).toBe('Too short, Odd');
  expect(serverDetailOf(refused('Not now.'), 'Failed')).toBe('Not now.');
});

test("without one it is the error's message", () => {
  expect(messageOf(new Error('Out of luck'), 'Failed')).toBe('Out of luck');
  expect(messageOf(noAnswer(new TypeError()), 'Failed')).toContain("can't be reached");
});

test('where only the detail counts, no answer is the fallback', () => {
  expect(serverDetailOf(noAnswer(new TypeError()), 'Failed')).toBe('Failed');
  expect(serverDetailOf(new Error('Out of luck'), 'Failed')).toBe('Failed');
});

test.each([undefined, 'text', new Error(''), new ApiError('internal', '')])(
  'a failure that says nothing (%j) is the fallback',
  (error) => {
    expect(messageOf(error, 'Failed')).toBe('Failed');
    expect(serverDetailOf(error, 'Failed')).toBe('Failed');
  },
);
