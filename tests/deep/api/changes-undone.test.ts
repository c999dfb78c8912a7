// @module-tag S11
import { expect, test } from 'vitest';
import { createRandom } from '../../support/random.ts';
import { forEach, type LoggedChange } from '../../../functions/src/contract/index.ts';
import { JOKE_STATUSES, REPORT_REASONS, TAGS } from '../../../functions/src/domain/index.ts';
import { ADMIN_BEARER, type Answer, type Instance } from '../../support/api-site.ts';
import { log } from '../../support/api/changes.ts';
import { errors } from '../../support/api/fault-trials.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { useApi } from '../../support/api/use-api.ts';

const JOKES = 12;
const CHANGES = 40;
const reports = {
  ...forEach(REPORT_REASONS, 0),
  offensive: 1,
  other: 2,
  first_at: new Date(0),
  last_at: new Date(1_000),
};

/** A third of the facts are approved and reported, the others pending or rejected. */
const running = useApi(
  Array.from({ length: JOKES }, (_, index) =>
    aJoke(index + 1, {
      status: JOKE_STATUSES[index % 3] ?? 'pending',
      ...(index % 3 === 0 && { reports }),
    }),
  ),
);
useShortRetries();

/** All facts but for their dates, last changes and when they were written. */
async function contents(): Promise<unknown[]> {
  const { docs } = await running.api.context.db.collection('jokes').get();
  return docs.map((joke) => {
    const { updated_at: _, last_change: _1, ...content } = joke.data();
    return content;
  });
}

test.each([1, 2, 3, 4])(
  'random changes on three instances, whose answers get lost, are all undone: history %i',
  async (seed) => {
    const random = createRandom(seed);
    const pick = <One>(some: readonly One[]): One | undefined =>
      some[Math.floor(random() * some.length)];
    let keys = 0;

    /** Sends a request, of which any commit may fail before or after it happened, until it is answered. */
    async function send(api: Instance, path: string, body?: unknown): Promise<Answer> {
      keys += 1;
      const key = `${String(seed).padStart(8, '0')}-0000-4000-8000-${String(keys).padStart(12, '0')}`;
      for (;;) {
        if (random() < 0.4) {
          const when = random() < 0.5 ? 'before' : 'after';
          running.site.firestore.inject({ rpc: 'Commit', code: pick(errors)?.code ?? 14, when });
        }
        const options = { method: 'POST', bearer: ADMIN_BEARER, key, body };
        const answer = await api.request(path, options);
        if (answer.status < 500) return answer;
      }
    }

    const ids: string[] = [];
    function randomChange(): { path: string; body?: unknown } {
      const undone = pick(ids);
      if (random() < 0.2 && undone !== undefined) return { path: `/admin/changes/${undone}/undo` };
      const jokes = new Set([1, 2, 3].map(() => 1 + Math.floor(random() * JOKES)));
      const tag = pick(TAGS);
      const patches = [
        { status: 'approved' },
        { status: 'rejected' },
        { status: 'deleted' },
        { joke_text: `Chuck Norris changed this ${keys} times.` },
        { add_tags: [tag], safe: random() < 0.5 },
        { remove_tags: [tag] },
        { reports: null },
      ];
      const items = [...jokes].map((joke_id) => ({ joke_id, patch: pick(patches) }));
      return { path: '/admin/changes', body: { action: 'keep-one', items } };
    }

    const before = await contents();
    const three = [running.api, await running.start(), await running.start()];
    await Promise.all(
      three.map(async (api) => {
        for (let made = 0; made < CHANGES; made += 1) {
          const { path, body } = randomChange();
          const answer = await send(api, path, body);
          expect([200, 409]).toContain(answer.status);
          for (const { change_id } of (await log(api, 'limit=1')).changes) ids.push(change_id);
        }
      }),
    );

    const all: LoggedChange[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await log(running.api, `limit=50${after && `&after=${after}`}`);
      all.push(...page.changes);
      after = page.next;
    }
    expect(all.length).toBeGreaterThan(CHANGES);
    for (const { change_id } of all) {
      const api = pick(three) ?? running.api;
      expect((await send(api, `/admin/changes/${change_id}/undo`)).status).toBe(200);
    }
    expect(await contents()).toEqual(before);
    await Promise.all(three.slice(1).map((api) => api.stop()));
  },
);
