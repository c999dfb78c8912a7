import { brotliCompressSync } from 'node:zlib';
import { seedJokes } from '../../local/seed/index.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import { atMost, type Benchmark } from '../support/bench/measurement.ts';

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
  for (let page = 1; page <= pages; page += 1) {
    const answer = await instance.request(`/jokes?page=${page}`, {
      headers: { 'accept-encoding': 'br' },
    });
    const least = brotliCompressSync(minimalPage(jokeList.parse(answer.body))).length;
    sent.push(Number(answer.headers.get('content-length')) / least);
  }
  await instance.stop();
  return [
    atMost(
      'P12',
      `brotli of a list page as the function sends it ÷ brotli-11 of its minimal fields (joke_id, joke_text, rating, num_votes, image_url, and the list's own), maximum of ${pages} pages`,
      Math.max(...sent),
      1.6,
    ),
  ];
};
