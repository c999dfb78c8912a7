import type { Joke } from 'functions/contract';
import { isAnswerOf } from '../api/is-answer-of.ts';
import { CACHES } from './caches.ts';

/** The jokes of an answer of the API, be it a list or a single joke; what was saved may be of an older version. */
function jokesOf(answer: unknown): Joke[] {
  if (isAnswerOf('listJokes', answer)) return answer.jokes;
  return isAnswerOf('getJoke', answer) ? [answer] : [];
}

/** Every approved joke that this browser has saved to read without a network, each once. */
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
 * One of the saved jokes, each as likely as any other; null where none is saved, or where the
 * browser refuses its storage.
 */
export async function pickSavedJoke(): Promise<Joke | null> {
  try {
    const jokes = await savedJokes();
    return jokes[Math.floor(Math.random() * jokes.length)] ?? null;
  } catch {
    return null;
  }
}
