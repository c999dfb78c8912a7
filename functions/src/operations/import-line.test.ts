import { expect, test } from 'vitest';
import { countVotes, meanRating } from '../catalog/score.ts';
import { parseJokeLine, votesOfMean } from './import-line.ts';

const NOW = new Date('2026-01-01');
const joke_text = 'Chuck Norris imports himself.';

function problems(fields: unknown): string[] {
  const parsed = parseJokeLine(fields, NOW);
  return 'problems' in parsed ? parsed.problems : [];
}

test('only the text is required', () => {
  expect(parseJokeLine({ joke_text: '  Chuck  Norris imports\u200b himself. ' }, NOW)).toEqual({
    joke: { stored: { joke_text }, histogram: [0, 0, 0, 0, 0] },
  });
  const stated = {
    joke_id: 17,
    joke_text,
    status: 'rejected',
    created_at: '2005-09-01T12:00:00+02:00',
    histogram: [1, 0, 0, 0, 2],
  };
  expect(parseJokeLine({ ...stated, rating: null }, NOW)).toEqual({
    id: 17,
    joke: {
      stored: {
        joke_text,
        status: 'rejected',
        created_at: new Date('2005-09-01T10:00:00Z'),
      },
      histogram: [1, 0, 0, 0, 2],
    },
  });
});

test.each(['“Spaß”, naïveté … Ünïcödé à « NÃO », AT&T; R&D', 'Chuck’s châteaux, 100 £ für Björn'])(
  'accepted: %s',
  (text) => expect(problems({ joke_text: text })).toEqual([]),
);

test.each([
  ['a text of nine characters', { joke_text: '123456789' }, 'joke_text: Please enter'],
  ['a text of 501', { joke_text: 'x'.repeat(501) }, 'joke_text: A joke has at most 500'],
  ['no text', {}, 'joke_text: '],
  ['a text that was not UTF-8', { joke_text: `${joke_text}\uFFFD` }, 'joke_text: is not UTF-8'],
  ...[
    ['doesnâ€™t', 'â€™'],
    ['CafÃ©', 'Ã©'],
    ['doesnâ\u0080\u0099t', 'â\u0080\u0099'],
    ['ðŸ¥‹', 'ðŸ¥‹'],
    ['says &quot;no&quot;', '&quot;'],
    ['doesn&#39;t', '&#39;'],
  ].map(([text, found]): [string, object, string] => [
    `a text that was encoded twice: ${text}`,
    { joke_text: `${joke_text} ${text}` },
    `joke_text: was encoded once too often: it has ${found}`,
  ]),
  ['an unknown name', { joke_text, jokeid: 1 }, 'jokeid'],
  ['an invalid number', { joke_text, joke_id: 0 }, 'joke_id: '],
  ['a number too high for the catalog', { joke_text, joke_id: 100_000_000 }, 'joke_id: '],
  ['an unknown status', { joke_text, status: 'active' }, 'status: '],
  ['a date that does not exist', { joke_text, created_at: '2021-02-30' }, 'created_at: must be'],
  ['a date in the future', { joke_text, created_at: '2026-01-02' }, 'created_at: is in the future'],
  [
    'votes on a pending joke',
    { joke_text, status: 'pending', histogram: [0, 0, 0, 0, 1] },
    'status: a pending joke can’t have votes',
  ],
  ['half a vote', { joke_text, histogram: [0, 0, 0, 0, 0.5] }, 'histogram'],
  ['a mean without votes', { joke_text, rating: 4 }, 'need each other'],
  ['votes without a mean', { joke_text, num_votes: 4 }, 'need each other'],
  [
    'a mean that the votes can’t have',
    { joke_text, rating: 4.5, num_votes: 1 },
    'rating: can’t be',
  ],
  ['a line that is not an object', [joke_text], ''],
])('refused: %s', (_what, fields, problem) => {
  expect(problems(fields).join('\n')).toContain(problem);
  expect(problems(fields)).toHaveLength(1);
});

test('votes derived from a mean have that mean and number, on two neighboring stars', () => {
  expect(votesOfMean(4.25, 8)).toEqual([0, 0, 0, 6, 2]);
  expect(votesOfMean(5, 3)).toEqual([0, 0, 0, 0, 3]);
  for (let votes = 10; votes < 400; votes += 13) {
    for (let tenths = 10; tenths <= 50; tenths += 1) {
      const histogram = votesOfMean(tenths / 10, votes) ?? [0, 0, 0, 0, 0];
      expect(countVotes(histogram)).toBe(votes);
      expect(Math.abs(meanRating(histogram) - tenths / 10)).toBeLessThanOrEqual(0.5 / votes + 1e-9);
      expect(histogram.filter((count) => count > 0).length).toBeLessThanOrEqual(2);
    }
  }
});

test.each([
  [{ created_at: '31.1.2020' }, { created_at: new Date('2020-01-31') }],
  [{ created_at: '31. 1. 2020' }, { created_at: new Date('2020-01-31') }],
  [{ created_at: '2020/1/31' }, { created_at: new Date('2020-01-31') }],
  [{ created_at: '2020. 1. 31.' }, { created_at: new Date('2020-01-31') }],
  [{ safe: 'FALSCH' }, { safe: false }],
  [{ safe: 'Vrai' }, { safe: true }],
])('spreadsheets of other countries write %j', (stated, stored) => {
  const joke_text = 'Chuck Norris has been to every country.';
  expect(parseJokeLine({ joke_text, ...stated }, new Date())).toMatchObject({ joke: { stored } });
});

test('a mean may have a decimal comma, and a date whose order nobody knows is refused', () => {
  const joke_text = 'Chuck Norris has been to every country.';
  const comma = parseJokeLine({ joke_text, rating: '4,5', num_votes: '2' }, new Date());
  expect(comma).toMatchObject({ joke: { histogram: [0, 0, 0, 1, 1] } });
  expect(parseJokeLine({ joke_text, created_at: '3/4/2020' }, new Date())).toEqual({
    problems: ['created_at: must be a date such as 2020-01-31 or 2020-01-31T12:00:00Z'],
  });
});
