import { generateJokes } from '../support/generated-jokes.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import type { SeedJoke } from '../../local/seed/index.ts';
import { TAGS } from '../../functions/src/domain/index.ts';
import { ADMIN_BEARER, type RequestOptions } from '../support/api-site.ts';
import { atMost, costOf, type Benchmark, type Row } from '../support/bench/measurement.ts';

const SIZES = [1_000, 20_000, 100_000];

/** Gives each joke one of the tags in turn, of which two in three are safe. */
function* tagged(jokes: Iterable<SeedJoke>): Generator<SeedJoke> {
  for (const joke of jokes) {
    const tags = TAGS.slice(joke.joke_id % TAGS.length).slice(0, 1);
    yield { ...joke, tags, safe: joke.joke_id % 3 > 0 };
  }
}

/** P1: the cost of a list page of 20, whatever its position and the number of jokes. */
export const benchLists: Benchmark = async (site) => {
  const rows: Row[] = [];

  /** The billed reads of a path on a fresh instance, and of the same call again. */
  async function coldAndWarm(path: string, options?: RequestOptions) {
    const instance = await site.start();
    const request = async () => {
      const answer = await instance.request(path, options);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      return jokeList.parse(answer.body);
    };
    const cold = await costOf(site, request);
    const warm = await costOf(site, request);
    const { pages } = await request();
    await instance.stop();
    return { cold: cold.reads, warm: warm.reads, pages };
  }

  for (const size of SIZES) {
    await site.fill(
      tagged(generateJokes({ count: size, pendingShare: 0.01, rejectedShare: 0.03 })),
    );
    const jokes = `${size.toLocaleString('en')} jokes`;
    const first = await coldAndWarm('/jokes?page=1');
    const middle = await coldAndWarm(`/jokes?page=${Math.ceil(first.pages / 2)}`);
    const last = await coldAndWarm(`/jokes?page=${first.pages - 1}`);
    const cold = [first.cold, middle.cold, last.cold];
    rows.push(
      atMost(
        'P1',
        `maximum reads of a first, middle and last full page, cold, ${jokes}`,
        Math.max(...cold),
        23,
      ),
      atMost(
        'P1',
        `… difference between their maximum and minimum`,
        Math.max(...cold) - Math.min(...cold),
        0,
      ),
      atMost('P1', `… the same pages, warm`, first.warm + middle.warm + last.warm, 0),
    );
    const ofTag = await coldAndWarm('/jokes?tag=science&safe=true&page=2');
    rows.push(
      atMost('P1', `reads of a full page of a tag, safe only, cold, ${jokes}`, ofTag.cold, 23),
      atMost('P1', '… warm', ofTag.warm, 0),
    );
    // Whoever asks first on a day chooses its joke.
    const chooser = await site.start();
    await chooser.request('/jokes/daily?limit=1');
    await chooser.stop();
    const home = await site.start();
    const readHome = () =>
      Promise.all(['/jokes?page=1', '/jokes/daily?limit=1'].map((path) => home.request(path)));
    const [coldHome, warmHome] = [await costOf(site, readHome), await costOf(site, readHome)];
    await home.stop();
    rows.push(
      atMost('P1', `reads of Home with its daily fact, cold, ${jokes}`, coldHome.reads, 23),
      atMost('P1', '… warm', warmHome.reads, 0),
    );
    const admin = { bearer: ADMIN_BEARER };
    const sparse = await coldAndWarm('/jokes?status=rejected&sortBy=date_asc', admin);
    rows.push(
      atMost(
        'P1',
        `reads of an administrator's page of a sparse status, cold, ${jokes}`,
        sparse.cold,
        41,
      ),
    );
  }
  return rows;
};

/** P9: for a list that the client already has, the response is 304 without a body. */
export const benchRevalidation: Benchmark = async (site) => {
  await site.fill(generateJokes({ count: 100 }));
  const instance = await site.start();
  const paths = ['/jokes', '/jokes/top', '/jokes/newest', '/openapi.json'];
  let revalidated = 0;
  let bytes = 0;
  for (const path of paths) {
    const etag = (await instance.request(path)).headers.get('etag') ?? '';
    // Otherwise fetch adds Cache-Control: no-cache, which requests the body.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const { status, body } = await instance.request(path, { headers });
    if (status === 304) revalidated += 1;
    bytes += String(body).length;
  }
  await instance.stop();
  return [
    {
      id: 'P9',
      what: 'public responses revalidated with 304, and bytes in their bodies',
      measured: `${revalidated} of ${paths.length}, ${bytes} bytes`,
      bound: 'all, 0 bytes',
      holds: revalidated === paths.length && bytes === 0,
    },
  ];
};
