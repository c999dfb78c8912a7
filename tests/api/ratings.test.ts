import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { limits } from '../../functions/src/contract/index.ts';
import { type Answer } from '../site.ts';
import { aJoke } from './jokes.ts';
import { useSite } from './use-site.ts';

const running = useSite([
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
}

function vote({ joke = 1, star = 5, cookie, network = '203.0.113.1' }: Ballot): Promise<Answer> {
  return running.api.request('/ratings', {
    method: 'POST',
    body: { joke_id: joke, rating_num: star },
    headers: { 'x-forwarded-for': network, ...(cookie ? { cookie: `__session=${cookie}` } : {}) },
  });
}

function cookieOf(answer: Answer): string {
  return /^__session=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
}

async function newVoter(network = '203.0.113.1'): Promise<string> {
  return cookieOf(await vote({ joke: 2, network }));
}

const histogramDocument = z.object({ num_votes: z.int(), histogram: z.array(z.int()) });

async function stored(joke: number): Promise<z.infer<typeof histogramDocument>> {
  const snapshot = await running.api.context.db.doc(`jokes/${joke}`).get();
  return histogramDocument.parse(snapshot.data());
}

describe('a visitor', () => {
  test('rates a joke and is told the new average and count', async () => {
    const answer = await vote({ joke: 2, star: 1 });
    expect(answer).toMatchObject({
      status: 201,
      body: { joke_id: 2, num_votes: 4, rating: 3.75, rating_num: 1, user_can_vote: false },
    });
    expect(await stored(2)).toMatchObject({ num_votes: 4, histogram: [1, 0, 0, 1, 2] });
  });

  test('sees the vote in the list at once', async () => {
    await running.api.request('/jokes');
    await vote({ joke: 1, star: 4 });
    expect((await running.api.request('/jokes?sortBy=date_asc')).body).toMatchObject({
      jokes: [{ joke_id: 1, rating: 4, num_votes: 1 }, { joke_id: 2 }],
    });
  });

  test('is given a voter id on the first vote, in a cookie that scripts cannot read', async () => {
    const { headers } = await vote({});
    expect(headers.get('set-cookie')).toMatch(
      /^__session=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('keeps that voter id', async () => {
    const cookie = await newVoter();
    const second = await vote({ joke: 1, cookie });
    expect(second.status).toBe(201);
    expect(second.headers.get('set-cookie')).toBeNull();
  });

  test('rates a joke only once', async () => {
    const cookie = await newVoter();
    expect(await vote({ joke: 2, star: 1, cookie })).toMatchObject({
      status: 400,
      body: { detail: 'You have already rated this joke!' },
    });
    expect(await stored(2)).toMatchObject({ num_votes: 4 });
  });

  test('who clicks twice at once is counted once', { tags: 'S10' }, async () => {
    const cookie = await newVoter();
    const answers = await Promise.all([vote({ cookie }), vote({ cookie }), vote({ cookie })]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400,
    ]);
    expect(await stored(1)).toMatchObject({ num_votes: 1 });
  });

  test.each([3, 4, 99])(
    'may not rate joke %i, which is not approved or does not exist',
    async (joke) => {
      expect(await vote({ joke })).toMatchObject({
        status: 404,
        body: { detail: expect.any(String) },
      });
    },
  );

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
  ])('that the site did not sign is refused and cleared: %j', async (cookie) => {
    const answer = await running.api.request('/ratings', {
      method: 'POST',
      body: { joke_id: 1, rating_num: 5 },
      headers: { cookie: `__session=${encodeURIComponent(cookie)}` },
    });
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.any(String) } });
    expect(answer.headers.get('set-cookie')).toMatch(/^__session=;/);
    expect(await stored(1)).toMatchObject({ num_votes: 0 });
  });

  test('cannot be changed into that of another voter', async () => {
    const [voter = '', signature] = (await newVoter()).split('.');
    const forged = `${voter.startsWith('A') ? 'B' : 'A'}${voter.slice(1)}.${signature}`;
    expect((await vote({ cookie: forged })).status).toBe(403);
  });

  test('is good on every instance', async () => {
    const cookie = await newVoter();
    await running.restart();
    expect((await vote({ cookie })).status).toBe(201);
  });
});

describe('behind one network', { tags: 'S8' }, () => {
  test('30 browsers all vote', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => vote({})));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 30 }, () => 201));
    expect(await stored(1)).toMatchObject({ num_votes: 30 });
  });

  test('1,000 votes without a cookie are held to the quota of new voters', async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => vote({})));
    const counted = answers.filter((answer) => answer.status === 201);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(counted).toHaveLength(limits.newVotersPerHour);
    expect(refused).toHaveLength(1_000 - limits.newVotersPerHour);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stored(1)).toMatchObject({ num_votes: limits.newVotersPerHour });
    expect((await vote({ network: '203.0.113.2' })).status).toBe(201);
  });

  test('the quota is there again after an hour', async () => {
    let now = Date.UTC(2026, 0, 1);
    await running.restart({ clock: () => now });
    await Promise.all(Array.from({ length: limits.newVotersPerHour }, () => vote({})));
    expect((await vote({})).status).toBe(429);
    now += 60 * 60 * 1_000;
    expect((await vote({})).status).toBe(201);
  });

  test('a client cannot choose its network by sending X-Forwarded-For itself', async () => {
    const forged = (first: string) => vote({ network: `${first}, 203.0.113.9` });
    await Promise.all(
      Array.from({ length: limits.newVotersPerHour }, (_, index) => forged(`10.0.0.${index}`)),
    );
    expect((await forged('10.1.1.1')).status).toBe(429);
  });
});

test(
  '1,000 simultaneous votes on one joke are all counted, none twice',
  { tags: 'S10' },
  async () => {
    const cookies = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => newVoter(`10.0.${index >> 8}.${index & 255}`)),
    );
    running.site.firestore.resetRecords();
    const answers = await Promise.all(
      cookies.map((cookie, index) => vote({ joke: 1, star: (index % 5) + 1, cookie })),
    );
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(await stored(1)).toEqual({ num_votes: 1_000, histogram: [200, 200, 200, 200, 200] });
    expect(running.site.firestore.totals().writes).toBeLessThanOrEqual(1_200);
  },
);
