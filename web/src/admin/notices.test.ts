import { expect, test } from 'vitest';
import { newDecision } from './changes.ts';
import { noticeOf, quote, undoNotice } from './notices.ts';

test('a quotation has the first words of a text, and single quotation marks within it', () => {
  expect(quote('Short.')).toBe('“Short.”');
  expect(quote('“It knows,” he said.')).toBe('“‘It knows,’ he said.”');
  expect(quote('He said "no" twice.')).toBe('“He said ‘no’ twice.”');
  expect(quote('In the opera house, he built a canoe, out of a rumor.')).toBe(
    '“In the opera house, he built a canoe…”',
  );
  expect(quote('a'.repeat(60))).toBe(`“${'a'.repeat(40)}…”`);
});

test('the notice counts what was so already, but a rejected fact can be deleted for good', () => {
  const jokes = ([2, 3, 4] as const).map((joke_id) => ({
    joke_id,
    status: joke_id === 2 ? ('pending' as const) : ('rejected' as const),
    text_hash: undefined,
  }));
  const receipt = {
    change_id: 'C'.repeat(20),
    results: jokes.map(({ joke_id }) => ({ joke_id, joke: null })),
    totals: { approved: 0, pending: 0, rejected: 0 },
  };
  const textOf = (reason?: 'personal_data') =>
    noticeOf(newDecision('reject', jokes, { reason }), receipt).text;
  expect(textOf()).toBe('Rejected fact no. 2. 2 already were.');
  expect(textOf('personal_data')).toBe('Deleted 3 facts for good.');
});

test('after an undo the notice says what was left and why, or where', () => {
  const gone = { joke_id: 4, joke: null, error: 'Nothing is left of this fact.' };
  const partly = { joke_id: 9, joke: null, left: ['joke_text' as const, 'tags' as const] };
  const whole = { joke_id: 5, joke: null };
  const textOf = (...results: Parameters<typeof undoNotice>[1]) =>
    [true, false].map((inRows) => undoNotice('edit', results, inRows).text);
  const undone = 'Undone in part for fact no. 9.';
  const left = 'Changed since, so left alone: text and tags.';
  expect(textOf(partly)).toEqual([`${undone} ${left}`, `${undone} ${left}`]);
  expect(textOf(whole, { ...whole, joke_id: 6 })).toEqual(
    Array.from({ length: 2 }, () => 'Undone for 2 facts.'),
  );
  expect(textOf(gone, whole, partly)).toEqual([
    'Undone for 2 of 3 facts. 2 changed since: see their rows.',
    `Undone for 2 of 3 facts. No. 4: Nothing is left of this fact. No. 9: ${left}`,
  ]);
});
