import { expect } from 'vitest';
import * as z from 'zod';
import {
  API_BASE_PATH,
  endpoints,
  pages,
  type CachePolicy,
  type Endpoint,
  type Route,
} from '../../../functions/src/contract/index.ts';
import type { useImages } from './use-images.ts';

/** What anyone may GET. */
interface VisitorRead {
  /** of the endpoint or the page */
  name: string;
  /** the path on the site, with parameters in braces */
  path: string;
  cache: CachePolicy | undefined;
  /** whether administrators get more */
  isPersonal: boolean;
  /** the parameters of the query that it reads, and those of them that it requires */
  query: readonly string[];
  required: readonly string[];
}

/** A value of each parameter. */
const SAMPLES: Readonly<Record<string, string>> = {
  id: '1',
  tag: 'food',
  joke_ids: '1,2',
  q: 'fact',
  search: 'fact',
  page: '1',
  part: '1',
  per_page: '5',
  limit: '3',
  status: 'approved',
  sort: 'rating_desc',
  sortBy: 'rating_desc',
  seed: 'bot',
  name: 'Ada',
  period: 'week',
  safe: 'true',
  mix: 'discover',
  exclude: '2',
  t: '1',
};

/** The value of a parameter in URLs of tests. */
function sampleOf(name: string): string {
  const sample = SAMPLES[name];
  if (sample === undefined) throw new Error(`Tests need a value of the parameter ${name}`);
  return sample;
}

const queryOf = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
});

function ofEndpoint([name, endpoint]: [string, Endpoint]): VisitorRead {
  const { path, cache, query, access } = endpoint;
  const schema = query && z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const { properties, required } = queryOf.parse(schema ?? { properties: {} });
  return {
    name,
    path: API_BASE_PATH + path,
    cache,
    isPersonal: access === 'anyone-or-admin',
    query: Object.keys(properties),
    required,
  };
}

const ofPage = ([name, route]: [string, Route]): VisitorRead => {
  const { path, cache, query = [] } = route;
  return { name, path, cache, isPersonal: false, query, required: [] };
};

/** Every endpoint and page that anyone may read. */
export const visitorReads: readonly VisitorRead[] = [
  ...Object.entries<Endpoint>(endpoints)
    .filter(([, { method, access }]) => method === 'GET' && access.startsWith('anyone'))
    .map(ofEndpoint),
  ...Object.entries<Route>(pages).map(ofPage),
];

const submitted = z.object({ receipt: z.string() });

/**
 * The path and query of one of these, with its sample values; for it, a fact is submitted, or joke 1 gets an image.
 * @param names the parameters of the query; by default, those that it requires
 */
export async function urlOf(
  { path, required }: VisitorRead,
  running: ReturnType<typeof useImages>,
  names = required,
): Promise<string> {
  const query = new URLSearchParams(
    Object.fromEntries(names.map((name) => [name, sampleOf(name)])),
  );
  const suffix = query.size === 0 ? '' : `?${query.toString()}`;
  if (path.includes('{receipt}')) {
    const body = { joke_text: 'Chuck Norris keeps every receipt.' };
    const answer = await running.api.request('/jokes/submit', { method: 'POST', body });
    return path.replace('{receipt}', submitted.parse(answer.body).receipt) + suffix;
  }
  if (path.includes('{name}')) {
    expect(await running.generate(1)).toMatchObject({ status: 200 });
    return path.replace('{name}', `${await running.imageOf(1)}-320.webp`) + suffix;
  }
  return path.replace(/\{(\w+)\}/g, (_parameter, name: string) => sampleOf(name)) + suffix;
}
