import { beforeEach, describe, expect, test } from 'vitest';
import { createRandom } from '../../../local/seed/random.ts';
import { nobody } from '../../../functions/src/features/jokes/visitor-searches.ts';
import { createServices, type Services } from '../../../functions/src/services.ts';
import type { Identity } from '../../../functions/src/identity.ts';
import { listed, modelOf, takeStep, type Model } from '../../support/moderation-steps.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const jokes = someJokes(390);
const running = useApi(jokes);

const visitor: Identity = { kind: 'visitor' };
const admin: Identity = {
  kind: 'admin',
  provider: 'password',
  username: 'test',
  session: 'test',
};

let services: Services;
let model: Model;

beforeEach(() => {
  model = modelOf(jokes);
  services = createServices(running.api.context);
});

async function allPages(
  identity: Identity,
  status: 'all' | 'pending',
  search = '',
): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const request = { page, per_page: 20, status, sortBy: 'date_desc', search } as const;
    const { jokes, pages } = await services.jokes.list(identity, request, nobody);
    ids.push(...jokes.map((joke) => joke.joke_id));
    if (page >= pages) return ids;
  }
}

describe('after random submissions, decisions, edits and deletions', () => {
  test('the pages list every joke exactly once, like a brute-force list', async () => {
    const random = createRandom(20);
    for (let step = 0; step < 200; step += 1) await takeStep(services, model, random);
    expect(await allPages(visitor, 'all')).toEqual(listed(model, ['approved']));
    expect(await allPages(admin, 'pending')).toEqual(listed(model, ['pending']));
    expect(await allPages(admin, 'all')).toEqual(
      listed(model, ['approved', 'pending', 'rejected']),
    );

    const rewritten = [...model].filter(([, joke]) => joke.text.includes('rewrote'));
    expect(await allPages(admin, 'all', 'REWROTE line')).toEqual(
      rewritten.map(([id]) => id).sort((a, b) => b - a),
    );
  });
});
