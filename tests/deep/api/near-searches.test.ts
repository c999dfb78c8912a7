import { expect, test } from 'vitest';
import * as z from 'zod';
import measured from '../../data/measured-facts.json' with { type: 'json' };
import labeled from '../../data/near-searches.json' with { type: 'json' };
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const running = useApi(measured.map((joke_text, index) => aJoke(index + 1, { joke_text })));

const answer = z.object({
  jokes: z.array(z.object({ joke_text: z.string() })),
  total: z.int(),
  match: z.enum(['exact', 'near']),
});

let searches = 0;

async function search(q: string) {
  // Each from a network of its own, because one may not search so often.
  const network = `2001:db8:${(searches += 1)}::1`;
  const query = new URLSearchParams({ q }).toString();
  const { body } = await running.api.request(`/jokes/search?${query}`, { network });
  const { jokes, total, match } = answer.parse(body);
  return { total, match, texts: jokes.map(({ joke_text }) => joke_text) };
}

test('of misspelled searches, all find their fact among near ones, nearly all of them first, and hardly any others', async () => {
  let shown = 0;
  const notFirst: string[] = [];
  for (const [query = '', start = ''] of labeled.misspelled) {
    const { match, total, texts } = await search(query);
    expect(match, query).toBe('near');
    const place = texts.findIndex((text) => text.startsWith(start));
    expect(place, query).toBeGreaterThanOrEqual(0);
    if (place > 0) notFirst.push(query);
    shown += total;
  }
  expect(notFirst.length, notFirst.join()).toBeLessThanOrEqual(2);
  expect(shown / labeled.misspelled.length).toBeLessThan(2);
});

test('of searches for what no fact is about, at most a fifth find one', async () => {
  const found: string[] = [];
  for (const query of labeled.unrelated) {
    const { match, total, texts } = await search(query);
    expect(match, query).toBe('near');
    if (total > 0) found.push(`${query}: ${texts[0]}`);
  }
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(labeled.unrelated.length / 5);
});
