// @module-tag S2
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jokeStatus } from '../../functions/src/contract/index.ts';
import { aJoke } from './jokes.ts';
import { createServices } from '../../functions/src/services.ts';
import { useSite } from './use-site.ts';
import { ACTOR } from '../moderation-steps.ts';

const running = useSite([]);

let pagesFolder: string;

beforeAll(() => {
  pagesFolder = mkdtempSync(join(tmpdir(), 'visibility-'));
  writeFileSync(join(pagesFolder, 'fact.html'), '<!--head--><!--/head--><!--fact-->');
});
afterAll(() => rmSync(pagesFolder, { recursive: true }));

async function page(path: string): Promise<string> {
  return (await fetch(running.api.url + path)).text();
}

const ways = [
  '/jokes',
  '/jokes?status=all&sortBy=date_asc',
  '/jokes?search=secret',
  '/jokes?search=fact',
  '/jokes/top',
  '/jokes/newest',
  '/jokes/random',
];

test('nothing that is not approved reaches a visitor by any endpoint, whatever the site holds', async () => {
  const states = fc.array(fc.constantFrom(...jokeStatus.options), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(states, async (statuses) => {
      await running.refill(
        statuses.map((status, index) =>
          aJoke(index + 1, {
            status,
            histogram: [0, 0, 0, 0, 9],
            joke_text: status === 'approved' ? 'An open fact.' : `A secret ${status} fact.`,
            approved_at: new Date(),
          }),
        ),
      );
      await running.restart({ pagesFolder });
      const single = statuses.map((_, index) => `/jokes/${index + 1}`);
      const pages = statuses.map((_, index) => `/fact/${index + 1}`);
      const answers = await Promise.all(
        [...ways, ...single].map((way) => running.api.request(way)),
      );
      const shown = await Promise.all([...pages, '/sitemap.xml'].map(page));
      expect(JSON.stringify([answers, shown])).not.toContain('secret');
      const sitemap = shown.at(-1) ?? '';
      for (const [index, status] of statuses.entries()) {
        expect(sitemap.includes(`/fact/${index + 1}<`)).toBe(status === 'approved');
      }
    }),
    { numRuns: 40 },
  );
});

test('a joke that loses its approval is gone at once from the instance that took it', async () => {
  await running.refill([aJoke(1, { joke_text: 'A secret fact.' }), aJoke(2)]);
  const { jokes, moderation } = createServices(running.api.context);
  const seen = async () => {
    const request = {
      page: 1,
      per_page: 20,
      status: 'all',
      sortBy: 'date_desc',
      search: '',
    } as const;
    return JSON.stringify([
      await jokes.list({ kind: 'visitor' }, request),
      await jokes.list({ kind: 'visitor' }, { ...request, search: 'secret' }),
      await jokes.top(100),
      await jokes.newest(40),
      await jokes.random(),
      await jokes.single(1).catch((error: unknown) => String(error)),
    ]);
  };
  expect(await seen()).toContain('secret');
  await moderation.reject(ACTOR, 1);
  expect(await seen()).not.toContain('secret');
});
