import type { Joke } from 'functions/contract';
import { CACHES } from './caches.ts';

/** The jokes in a saved response; undefined if it has none. */
export function jokesIn(text: string): Joke[] | undefined {
  try {
    const answer: { jokes?: Joke[]; similar?: Joke[] } & Joke = JSON.parse(text);
    return answer.jokes ?? answer.similar ?? [answer];
  } catch {
    return undefined;
  }
}

/** Every approved joke that this browser has saved for reading offline, without duplicates. */
export async function savedJokes(): Promise<Joke[]> {
  const cache = await caches.open(CACHES.lists);
  const found = new Map<number, Joke>();
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    const jokes = jokesIn((await response?.text()) ?? '') ?? [];
    for (const joke of jokes) found.set(joke.joke_id, joke);
  }
  return [...found.values()];
}

/** Picks a saved joke at random. Returns null if none is saved or the browser blocks storage. */
export async function pickSavedJoke(): Promise<Joke | null> {
  const jokes = await savedJokes().catch(() => []);
  return jokes[Math.floor(Math.random() * jokes.length)] ?? null;
}
