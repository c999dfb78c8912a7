import type { EndpointName, EndpointOutput, Joke } from 'functions/contract';
import { endpoints } from 'virtual:client-endpoints';
import { CACHES } from './caches.ts';
import { matches } from './matches.ts';

function isAnswerOf<N extends EndpointName>(name: N, value: unknown): value is EndpointOutput<N> {
  const output = endpoints[name]?.output ?? null;
  return output !== null && matches(output, value);
}

/** The jokes in a response, a list or a single joke. An older version of the site may have saved it. */
function jokesOf(answer: unknown): Joke[] {
  if (isAnswerOf('listJokes', answer)) return answer.jokes;
  return isAnswerOf('getJoke', answer) ? [answer] : [];
}

/** Every approved joke that this browser has saved for reading offline, without duplicates. */
export async function savedJokes(): Promise<Joke[]> {
  const cache = await caches.open(CACHES.lists);
  const found = new Map<number, Joke>();
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    const answer: unknown = await response?.json().catch(() => undefined);
    for (const joke of jokesOf(answer)) found.set(joke.joke_id, joke);
  }
  return [...found.values()];
}

/**
 * A random saved joke; null if none is saved or the browser blocks storage.
 */
export async function pickSavedJoke(): Promise<Joke | null> {
  try {
    const jokes = await savedJokes();
    return jokes[Math.floor(Math.random() * jokes.length)] ?? null;
  } catch {
    return null;
  }
}
