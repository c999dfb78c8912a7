import type { Joke } from 'functions/contract';
import { requestImage } from '../../api/request-image.ts';
import { noteImage } from './known-changes.ts';

/**
 * The address that the image of a public fact has for everybody. The one that an administrator gets is
 * signed, which ends after minutes; this page may stay open for hours.
 */
export function publicAddress(imageUrl: string): string {
  return imageUrl.replace(/expires=[^&]*&signature=[^&]*&?/, '');
}

/**
 * Has a joke's picture made, anew where there is one already, and shows it wherever the joke is
 * shown.
 * @throws {ApiError} when there is no new picture; nothing has changed then
 */
export async function generateImage(joke: Joke): Promise<void> {
  const imageUrl = await requestImage(joke.joke_id, joke.image_url !== null);
  noteImage(joke.joke_id, publicAddress(imageUrl));
}
