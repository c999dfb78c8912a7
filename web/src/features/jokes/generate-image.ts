import type { Joke } from 'functions/contract';
import { call } from '../../api/call.ts';
import { noteImage } from './known-changes.ts';

/** Milliseconds that a picture may take: as long as Hosting waits for the function. */
const TIMEOUT_MS = 60_000;

/** An address with the time in milliseconds appended, so that no cache answers with what was before. */
export function cacheBusted(imageUrl: string, time: number): string {
  return `${imageUrl}${imageUrl.includes('?') ? '&' : '?'}t=${time}`;
}

/**
 * Has a joke's picture made, anew where there is one already, and shows it wherever the joke is
 * shown.
 * @throws {ApiError} when there is no new picture; nothing has changed then
 */
export async function generateImage(joke: Joke): Promise<void> {
  const { image_url } = await call(
    'generateImage',
    { params: { id: joke.joke_id }, query: { force: joke.image_url !== null } },
    { timeout: TIMEOUT_MS },
  );
  noteImage(joke.joke_id, cacheBusted(image_url, Date.now()));
}
