import { expect } from 'vitest';
import { jokeList, type JokeList } from '../../../functions/src/contract/index.ts';
import type { Instance, RequestOptions } from '../api-site.ts';

/** A list of jokes that the API answers. */
export async function getList(
  api: Instance | undefined,
  path: string,
  options?: RequestOptions,
): Promise<JokeList> {
  const answer = await api?.request(path, options);
  expect(answer?.status, path).toBe(200);
  return jokeList.parse(answer?.body);
}

const idsOf = ({ jokes }: JokeList) => jokes.map((joke) => joke.joke_id);

/** The numbers of the jokes in a list, in its order. */
export async function listedIds(...request: Parameters<typeof getList>): Promise<number[]> {
  return idsOf(await getList(...request));
}

/** The numbers of the jokes in all pages of a list. */
export async function allListedIds(
  api: Instance,
  query = '',
  options?: RequestOptions,
): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const found = await getList(api, `/jokes?page=${page}${query}`, options);
    ids.push(...idsOf(found));
    if (page >= found.pages) return ids;
  }
}
