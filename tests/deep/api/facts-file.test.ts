import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseJokeLine } from '../../../functions/src/operations/import-line.ts';
import { siteTime } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';
import { textOf } from '../../support/hosting-cache.ts';

const joke_text = 'Chuck Norris says "No".\nTwice, in 日本.';
const created_at = new Date('2020-01-05T13:42:19.324Z');
const running = useApi([
  aJoke(1, { joke_text, created_at, tags: ['food', 'texas'], safe: false }),
  aJoke(2, { status: 'pending' }),
  aJoke(250),
]);

test('anyone may download the approved facts, one in each line, and an import takes each as it is', async () => {
  const response = await fetch(`${running.api.url}/data/facts.jsonl.gz`);
  expect(response.headers.get('content-type')).toBe('application/gzip');
  expect(response.headers.get('content-encoding')).toBeNull();
  const lines = (await textOf(response)).trimEnd().split('\n');
  const facts = lines.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
  expect(facts.map(({ joke_id }) => joke_id)).toEqual([1, 250]);
  const stated = { joke_text, tags: ['food', 'texas'], safe: false };
  expect(facts[0]).toEqual({ joke_id: 1, created_at: '2020-01-05', ...stated });
  expect(parseJokeLine(facts[0] ?? {}, new Date(siteTime()))).toEqual({
    id: 1,
    joke: {
      stored: { ...stated, created_at: new Date('2020-01-05') },
      histogram: [0, 0, 0, 0, 0],
    },
  });
});
