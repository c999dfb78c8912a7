import { errorBody } from '../../functions/src/contract/index.ts';
import * as z from 'zod';
import { OWNER } from './api/admin-steps.ts';

/** A response under load. */
interface LoadAnswer {
  status: number;
  /** the body as JSON */
  body: unknown;
}

/** The outcome of many calls. */
export interface LoadResult {
  /** How many responses had each status. */
  statuses: Record<number, number>;
  /** Responses that visitors must not get: a 5xx except a deliberate 503, or an error in an unknown shape. */
  broken: string[];
}

const accessToken = z.object({ access_token: z.string() });

/** The calls of the load test. Each comes from its own network, so that quotas do not limit them. */
export interface Load {
  /** Requests an administrator's list, which is never cached. */
  list: () => Promise<LoadAnswer>;
  /** Sends the first vote of a browser on joke 1. */
  vote: () => Promise<LoadAnswer>;
  submit: () => Promise<LoadAnswer>;
  /** Sends a wrong password from the same network each time: all but five are refused without hashing. */
  logIn: () => Promise<LoadAnswer>;
}

/** @throws {Error} with the text, if it is not JSON */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Not JSON: ${text}`, { cause: error });
  }
}

/** Creates the administrator of an empty site and prepares its load. @param origin the function's origin */
export async function prepareLoad(origin: string): Promise<Load> {
  let calls = 0;

  async function send(
    path: string,
    { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
    network?: string,
  ): Promise<LoadAnswer> {
    calls += 1;
    const own = `${20 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}.1`;
    const response = await fetch(`${origin}/api/v1${path}`, {
      ...init,
      headers: { ...headers, 'x-forwarded-for': network ?? own },
    });
    const text = await response.text();
    return { status: response.status, body: jsonOf(text) };
  }
  const post = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const logIn = (password: string, network?: string) =>
    send(
      '/admin/login',
      { method: 'POST', body: new URLSearchParams({ ...OWNER, password }) },
      network,
    );

  await send('/admin/setup', post(OWNER));
  const { access_token } = accessToken.parse((await logIn(OWNER.password)).body);
  const headers = { authorization: `Bearer ${access_token}` };
  return {
    list: () => send('/jokes?status=pending', { headers }),
    vote: () => send('/ratings', post({ joke_id: 1, rating_num: 5 })),
    submit: () => send('/jokes/submit', post({ joke_text: `Chuck Norris bears load ${calls}.` })),
    logIn: () => logIn('wrong horse', '19.0.0.1'),
  };
}

/** Makes 300 simultaneous calls. */
export async function underLoad(call: () => Promise<LoadAnswer>): Promise<LoadResult> {
  const result: LoadResult = { statuses: {}, broken: [] };
  for (const answer of await Promise.allSettled(Array.from({ length: 300 }, call))) {
    if (answer.status === 'rejected') {
      result.broken.push(String(answer.reason));
      continue;
    }
    const { status, body } = answer.value;
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    const deliberate = status < 500 || status === 503;
    const shaped = status < 400 || errorBody.safeParse(body).success;
    if (!deliberate || !shaped) result.broken.push(`${status} ${JSON.stringify(body)}`);
  }
  return result;
}
