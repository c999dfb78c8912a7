import { brotliCompressSync, constants } from 'node:zlib';
import { seedJokes } from '../../local/seed/index.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import { atMost, forInformation, type Benchmark } from '../support/bench/measurement.ts';

function brotliSize(text: string, quality: number): number {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  }).length;
}

/** The same page with only the fields that the home page shows. */
function minimalPage(list: ReturnType<typeof jokeList.parse>): string {
  const jokes = list.jokes.map(({ joke_id, joke_text, rating, num_votes, image_url }) => ({
    joke_id,
    joke_text,
    rating,
    num_votes,
    image_url,
  }));
  return JSON.stringify({ ...list, jokes });
}

/** P12: the size of the seed's list pages on the wire, as the function sends them. */
export const benchPayload: Benchmark = async (site) => {
  await site.fill(seedJokes());
  const instance = await site.start();
  const { pages } = jokeList.parse((await instance.request('/jokes')).body);
  const sent: number[] = [];
  const usual: number[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const answer = await instance.request(`/jokes?page=${page}`, {
      headers: { 'accept-encoding': 'br' },
    });
    const least = brotliSize(minimalPage(jokeList.parse(answer.body)), 11);
    sent.push(Number(answer.headers.get('content-length')) / least);
    usual.push(brotliSize(JSON.stringify(answer.body), 5) / least);
  }
  await instance.stop();
  return [
    atMost(
      'P12',
      `brotli of a list page as the function sends it ÷ brotli-11 of its minimal fields (joke_id, joke_text, rating, num_votes, image_url, and the list's own), maximum of ${pages} pages`,
      Math.max(...sent),
      1.4,
    ),
    forInformation(
      'P12',
      '… if the CDN compressed it instead, at level 5',
      Math.max(...usual).toFixed(3),
    ),
  ];
};
