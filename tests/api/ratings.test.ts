import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { jokeDocument } from '../../functions/src/catalog/joke-document.ts';
import { countVotes } from '../../functions/src/catalog/score.ts';
import { limits } from '../../functions/src/domain/index.ts';
import { createServices } from '../../functions/src/site.ts';
import { approve } from '../support/moderation-steps.ts';
import {
  ADMIN_BEARER,
  cookieOf,
  siteTime,
  type Answer,
  type Instance,
} from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';
import { CONTENDS, needsEmbedded } from '../support/official-firestore.ts';
import { castVote } from '../support/api/visitor-steps.ts';

const running = useApi([
  aJoke(1),
  aJoke(2, { histogram: [0, 0, 0, 1, 2] }),
  aJoke(3, { status: 'pending' }),
  aJoke(4, { status: 'rejected' }),
]);

interface Ballot {
  joke?: number;
  star?: unknown;
  cookie?: string;
  network?: string;
  key?: string;
}

function vote(
  { joke = 1, star = 5, cookie, network = '203.0.113.1', key }: Ballot,
  api: Instance = running.api,
): Promise<Answer> {
  return api.request('/ratings', {
    method: 'POST',
    body: { joke_id: joke, rating_num: star },
    headers: {
      'x-forwarded-for': network,
      ...(cookie ? { cookie: `__session=${cookie}` } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
}

/** The values of the cookies that an answer sets, by their paths. */
function setCookies(answer: Answer): Record<string, string> {
  return Object.fromEntries(
    answer.headers.getSetCookie().map((text) => {
      const [, value = '', path = ''] = /^__session=([^;]*);.* Path=([^;]+)/.exec(text) ?? [];
      return [path, value];
    }),
  );
}

/** The paths of the cookies that an answer clears. */
function clearedPaths(answer: Answer): string[] {
  const cleared = Object.entries(setCookies(answer)).filter(([, value]) => value === '');
  return cleared.map(([path]) => path).toSorted((a, b) => a.localeCompare(b));
}

async function newVoter(network = '203.0.113.1'): Promise<string> {
  return cookieOf(await vote({ joke: 2, network }));
}

async function stored(joke: number) {
  const snapshot = await running.api.context.db.doc(`jokes/${joke}`).get();
  const histogram = jokeDocument.shape.histogram.parse(snapshot.get('histogram'));
  return { num_votes: countVotes(histogram), histogram };
}

describe('a visitor', () => {
  test('rates a joke and gets its new rating', async () => {
    const answer = await vote({ joke: 2, star: 1 });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        joke_id: 2,
        num_votes: 4,
        rating: 3.75,
        histogram: [1, 0, 0, 1, 2],
        rating_num: 1,
        user_can_vote: false,
      },
    });
    expect(await stored(2)).toMatchObject({ num_votes: 4, histogram: [1, 0, 0, 1, 2] });
  });

  test('gets a voter id with the first vote, in a cookie that scripts cannot read', async () => {
    const { config } = running.api.context;
    await running.restart({ config: { ...config, onEmulators: false } });
    const { headers } = await vote({});
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    const [first = '', second = ''] = cookies;
    expect(first).toMatch(
      /^__session=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/api\/v1\/ratings; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(second).toBe(first.replace('/ratings', '/reports'));
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('gets a cookie that needs no HTTPS on the emulators, which have none', async () => {
    const cookies = (await vote({})).headers.getSetCookie();
    expect(cookies.join()).toMatch(/__session=.*HttpOnly; SameSite=Lax$/);
    expect(cookies.join()).not.toContain('Secure');
  });

  test('rates a joke only once', async () => {
    const cookie = await newVoter();
    expect(await vote({ joke: 2, star: 1, cookie })).toMatchObject({
      status: 400,
      body: { detail: 'You have already rated this joke!' },
    });
    expect(await stored(2)).toMatchObject({ num_votes: 4 });
  });

  test('is counted once for two simultaneous votes', { tags: 'S10' }, async () => {
    const cookie = await newVoter();
    const answers = await Promise.all([vote({ cookie }), vote({ cookie }), vote({ cookie })]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400,
    ]);
    expect(await stored(1)).toMatchObject({ num_votes: 1 });
  });

  test.each([3, 4, 99])(
    'may not rate joke %i, which is not approved or does not exist, and gets no voter id',
    { tags: ['S8', 'X7'] },
    async (joke) => {
      for (const key of [undefined, randomUUID()]) {
        const answer = await vote({ joke, ...(key && { key }) });
        expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
      const cookie = await newVoter();
      expect((await vote({ joke, cookie })).status).toBe(404);
    },
  );

  test('rates a joke that another instance has just approved', async () => {
    let now = siteTime();
    await running.restart({ clock: () => now });
    await running.api.request('/jokes');
    const other = createServices((await running.site.start()).context);
    await approve(other, 3);
    now += 5_000;
    expect((await vote({ joke: 3 })).status).toBe(201);
  });

  test.each([0, 6, 2.5, '5', null, [5]])('may not give %j stars', async (star) => {
    expect(await vote({ star })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'rating_num'] }] },
    });
    expect(await stored(1)).toMatchObject({ num_votes: 0 });
  });
});

describe('a voter id', { tags: 'S8' }, () => {
  test.each([
    'x',
    '',
    'AAAAAAAAAAAAAAAAAAAAAA',
    `AAAAAAAAAAAAAAAAAAAAAA.${'A'.repeat(43)}`,
    'AAAAAAAAAAAAAAAAAAAAAA.é',
    '../../jokes/1.x',
  ])('without a valid signature is refused and cleared: %j', async (cookie) => {
    const answer = await running.api.request('/ratings', {
      method: 'POST',
      body: { joke_id: 1, rating_num: 5 },
      headers: { cookie: `__session=${encodeURIComponent(cookie)}` },
    });
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.any(String) } });
    expect(clearedPaths(answer)).toEqual(['/api/v1/ratings', '/api/v1/reports']);
    expect(await stored(1)).toMatchObject({ num_votes: 0 });
  });

  test('cannot be changed into another voter’s', async () => {
    const [voter = '', signature] = (await newVoter()).split('.');
    const forged = `${voter.startsWith('A') ? 'B' : 'A'}${voter.slice(1)}.${signature}`;
    expect((await vote({ cookie: forged })).status).toBe(403);
  });

  test('is valid on every instance', async () => {
    const cookie = await newVoter();
    await running.restart();
    expect((await vote({ cookie })).status).toBe(201);
  });
});

describe('a vote that is sent again with its Idempotency-Key', { tags: 'S10' }, () => {
  test('by a browser that never got its cookie counts once and sets the same cookie', async () => {
    const key = randomUUID();
    const lost = await vote({ key, star: 4 });
    expect(lost).toMatchObject({ status: 201, body: { rating: 4, num_votes: 1 } });
    await vote({ star: 1 });
    for (const cookie of [undefined, cookieOf(lost)]) {
      running.site.firestore.resetRecords();
      const again = await vote({ key, star: 4, ...(cookie && { cookie }) });
      expect(running.site.firestore.totals()).toMatchObject({ reads: 1, writes: 0 });
      expect(again).toMatchObject({ status: 201, body: lost.body });
      if (!cookie) expect(cookieOf(again)).toBe(cookieOf(lost));
      expect(again.headers.get('cache-control')).toBe('private, no-store');
    }
    expect(await stored(1)).toEqual({ num_votes: 2, histogram: [1, 0, 0, 1, 0] });
    expect((await vote({ cookie: cookieOf(lost) })).status).toBe(400);
  });

  test('by a known browser counts once, on any instance', async () => {
    const cookie = await newVoter();
    const key = randomUUID();
    const lost = await vote({ cookie, key, star: 3 });
    await running.restart();
    const again = await vote({ key: key.toUpperCase(), star: 3, cookie });
    expect(again).toMatchObject({ status: 201, body: lost.body });
    expect(await stored(1)).toMatchObject({ num_votes: 1 });
  });

  test('with other stars is refused; the answer names the stars that count', async () => {
    const key = randomUUID();
    const cookie = cookieOf(await vote({ key, star: 4 }));
    const detail = 'This Idempotency-Key was used for another vote.';
    for (const sent of [cookie, undefined]) {
      const answer = await vote({ key, star: 5, ...(sent && { cookie: sent }) });
      expect(answer).toMatchObject({ status: 409, body: { detail, rating_num: 4 } });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await stored(1)).toEqual({ num_votes: 1, histogram: [0, 0, 0, 1, 0] });
  });

  test('under the cookie that another vote has brought counts once and keeps that cookie', async () => {
    const key = randomUUID();
    const lost = await vote({ key });
    const cookie = await newVoter();
    running.site.firestore.resetRecords();
    const again = await vote({ key, cookie });
    expect(again).toMatchObject({ status: 201, body: lost.body });
    const { reads, writes } = running.site.firestore.totals();
    expect([reads <= 3, writes]).toEqual([true, 0]);
    expect(await stored(1)).toMatchObject({ num_votes: 1 });
    expect(again.headers.get('set-cookie')).toBeNull();
  });

  test('gets its first response after the joke is rejected, but 404 after it is deleted', async () => {
    const key = randomUUID();
    const lost = await vote({ key });
    const bearer = ADMIN_BEARER;
    await running.api.request('/admin/reject/1', { method: 'POST', bearer });
    expect(await vote({ key })).toMatchObject({ status: 201, body: lost.body });
    await running.api.request('/admin/delete/1', { method: 'DELETE', bearer });
    const gone = await vote({ key });
    expect(gone.status).toBe(404);
    expect(gone.headers.get('set-cookie')).toBeNull();
  });

  test('while the first one is in progress counts once, on one instance or two', async () => {
    const other = await running.site.start();
    for (const cookie of [undefined, await newVoter()]) {
      const key = randomUUID();
      const before = (await stored(1)).num_votes;
      const answers = await Promise.all(
        [running.api, running.api, other, running.api, other].map((api) =>
          vote({ key, ...(cookie && { cookie }) }, api),
        ),
      );
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 201, body: { num_votes: before + 1 } });
        expect(cookie ?? cookieOf(answer)).toBe(cookie ?? cookieOf(answers[0] ?? answer));
      }
      expect(await stored(1)).toMatchObject({ num_votes: before + 1 });
    }
  });

  test('while the first one is in progress, with another rating, counts once', async () => {
    const key = randomUUID();
    const stars = [5, 4];
    const answers = await Promise.all(stars.map((star) => vote({ key, star })));
    const counted = stars[answers.findIndex(({ status }) => status === 201)];
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ rating_num: counted });
    expect(await stored(1)).toMatchObject({ num_votes: 1 });
  });

  test.each(['', 'x', '00000000-0000-0000-0000-000000000000', `${randomUUID()}, ${randomUUID()}`])(
    'is refused if the key is not a random UUID: %j',
    { tags: 'S13' },
    async (key) => {
      expect(await vote({ key, star: 9 })).toMatchObject({
        status: 422,
        body: {
          detail: [{ loc: ['header', 'idempotency-key'] }, { loc: ['body', 'rating_num'] }],
        },
      });
    },
  );
});

describe('behind one network', { tags: 'S8' }, () => {
  beforeEach(() => needsEmbedded(CONTENDS));

  test('30 browsers can all vote', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => vote({})));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 30 }, () => 201));
    expect(await stored(1)).toMatchObject({ num_votes: 30 });
  });

  test('1,000 votes without a cookie are limited to the quota of new voters', async () => {
    const sent = 1_000;
    const answers = await Promise.all(Array.from({ length: sent }, () => vote({})));
    const counted = answers.filter((answer) => answer.status === 201);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(counted).toHaveLength(limits.newVotersPerHour);
    expect(refused).toHaveLength(sent - limits.newVotersPerHour);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stored(1)).toMatchObject({ num_votes: limits.newVotersPerHour });
    expect((await vote({ network: '198.51.100.2' })).status).toBe(201);
  });

  test('the quota is available again after an hour', async () => {
    let now = Date.UTC(2026, 0, 1);
    await running.restart({ clock: () => now });
    await Promise.all(Array.from({ length: limits.newVotersPerHour }, () => vote({})));
    expect((await vote({})).status).toBe(429);
    now += 60 * 60 * 1_000;
    expect((await vote({})).status).toBe(201);
  });

  test('300 IPv6 networks of one provider get a fifth of what the whole site allows', async () => {
    const { config } = running.api.context;
    const ceilings = { ...config.ceilings, newVoters: 1_500 };
    await running.restart({ config: { ...config, ceilings } });
    const networks = Array.from({ length: 320 }, (_, index) => `2001:db8:${index}::1`);
    const answers = await Promise.all(networks.map((network) => vote({ network })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(300);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect((await vote({ network: '2001:db9::1' })).status).toBe(201);
  });
});

test(
  '100 simultaneous votes on one joke are each counted once, or get 503 and are counted when they are sent again',
  { tags: 'S10' },
  async () => {
    needsEmbedded(CONTENDS);
    const cookies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => newVoter(`10.0.0.${index}`)),
    );
    const votes = cookies.map((cookie, index) => {
      return { cookie, key: randomUUID(), star: (index % 5) + 1 };
    });
    let left = votes;
    while (left.length > 0) {
      const answers = await Promise.all(left.map((each) => vote(each)));
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
      expect(statuses).toContain(201);
      left = left.filter((_, index) => answers[index]?.status === 503);
    }
    expect(await stored(1)).toEqual({ num_votes: 100, histogram: [20, 20, 20, 20, 20] });
  },
);

describe('votes of one network', () => {
  const ratingDocument = z.object({ joke_id: z.int(), group: z.int() });

  /** The groups of the votes on the first joke, from these addresses in turn. */
  async function groupsOf(networks: readonly string[]): Promise<number[]> {
    const groups: number[] = [];
    const { db } = running.api.context;
    for (const network of networks) {
      const before = new Set((await db.collection('ratings').get()).docs.map(({ id }) => id));
      expect((await vote({ network })).status).toBe(201);
      const { docs } = await db.collection('ratings').get();
      const added = docs.find(({ id }) => !before.has(id));
      groups.push(ratingDocument.parse(added?.data()).group);
    }
    return groups;
  }

  test('have one group: IPv4 by its /24, IPv6 by its /32, and also without a real address', async () => {
    const [first, same, mapped] = await groupsOf([
      '203.0.113.1',
      '203.0.113.254',
      '::ffff:203.0.113.9',
    ]);
    expect([same, mapped]).toEqual([first, first]);
    const [six, sameSix] = await groupsOf(['2001:db8:1::1', '2001:db8:ffff:2::1']);
    expect(sameSix).toBe(six);
    const others = await groupsOf(
      Array.from({ length: 12 }, (_, at) => `198.51.${at}.1`).concat('forged', ''),
    );
    expect(new Set([...others, first]).size).toBeGreaterThan(8);
  });

  test('count as three, and people still see all of them', async () => {
    const services = createServices(running.api.context);
    for (let vote = 0; vote < 40; vote += 1) await castVote(services, 2, 5, { network: 'one' });
    expect(await stored(2)).toEqual({ num_votes: 43, histogram: [0, 0, 0, 1, 42] });
    // Three honest votes with 14 stars, and three more of five stars.
    const joke = await running.api.context.db.doc('jokes/2').get();
    expect(joke.get('weighted')).toEqual({ votes: 6, stars: 29 });
  });
});
