import type { Joke } from 'functions/contract';
import { CACHES } from './caches.ts';

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';

/** What each field of a joke must be (specification §3); what was saved may be of an older version. */
const FIELDS: Record<keyof Joke, (value: unknown) => boolean> = {
  joke_id: isNumber,
  joke_text: isText,
  rating: isNumber,
  num_votes: isNumber,
  user_can_vote: (value) => typeof value === 'boolean',
  status: (value) => value === 'approved',
  status_id: (value) => value === 1,
  image_url: (value) => value === null || isText(value),
  created_at: isText,
};

function isJoke(value: unknown): value is Joke {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(FIELDS).every(([name, isValid]) => isValid(fields.get(name)));
}

/** The jokes of an answer of the API, be it a list or a single joke. */
function jokesOf(answer: unknown): Joke[] {
  if (isJoke(answer)) return [answer];
  if (typeof answer !== 'object' || answer === null || !('jokes' in answer)) return [];
  return Array.isArray(answer.jokes) ? answer.jokes.filter(isJoke) : [];
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
