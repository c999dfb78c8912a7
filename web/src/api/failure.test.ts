import { ApiError } from 'functions/contract';
import { expect, test } from 'vitest';
import { messageOf, noAnswer, refusal, serverDetailOf } from './failure.ts';

const refused = (detail: unknown) =>
  refusal(new Response(null, { status: 409 }), JSON.stringify({ detail }));

test("the server's detail is shown, a list is joined", () => {
  const entries = ['Too short', 'Odd'].map((msg) => ({ loc: ['body'], msg, type: 'custom' }));
  expect(messageOf(refused('Not now.'), 'Failed')).toBe('Not now.');
  expect(messageOf(refused(entries), 'Failed')).toBe('Too short, Odd');
  expect(serverDetailOf(refused('Not now.'), 'Failed')).toBe('Not now.');
});

test('a decision that was refused because the joke has changed says what it is now', () => {
  const joke = { joke_id: 7, status: 'pending', joke_text: 'New.', text_hash: 'abc' };
  const body = JSON.stringify({ detail: 'Read it again.', joke, later: 1 });
  expect(refusal(new Response(null, { status: 409 }), body).joke).toMatchObject(joke);
  expect(refused('Not now.').joke).toBeUndefined();
});

test("without one it is the error's message", () => {
  expect(messageOf(new Error('Out of luck'), 'Failed')).toBe('Out of luck');
  expect(messageOf(noAnswer(new TypeError()), 'Failed')).toContain('can’t be reached');
});

test('an entry of the detail has its text in msg or in message', () => {
  const short = refused([{ message: 'Too short' }, { loc: ['body'], msg: 'Odd', type: 'custom' }]);
  expect(messageOf(short, 'Failed')).toBe('Too short, Odd');
  expect(serverDetailOf(refused([{ msg: 'Odd' }]), 'Failed')).toBe('Odd');
});

test.each(['', 'Bad Gateway', '{}', '{"detail":7}'])(
  "a response without the server's detail (%j) has our own text, and serverDetailOf the fallback",
  (body) => {
    const error = refusal(new Response(null, { status: 500 }), body);
    expect(messageOf(error, 'Failed')).toContain('unexpected response');
    expect(serverDetailOf(error, 'Failed')).toBe('Failed');
  },
);

test('serverDetailOf returns the fallback without a response', () => {
  expect(serverDetailOf(noAnswer(new TypeError()), 'Failed')).toBe('Failed');
  expect(serverDetailOf(new Error('Out of luck'), 'Failed')).toBe('Failed');
});

test.each([undefined, 'text', new Error(''), new ApiError('internal', '')])(
  'an error without a message (%j) gives the fallback',
  (error) => {
    expect(messageOf(error, 'Failed')).toBe('Failed');
    expect(serverDetailOf(error, 'Failed')).toBe('Failed');
  },
);
