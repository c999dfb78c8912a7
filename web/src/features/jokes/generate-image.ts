import type { Joke } from 'functions/contract';
import { requestImage } from '../../api/request-image.ts';
import { setImage } from './local-changes.ts';

/**
 * The public URL of an approved joke's image. Administrators get a signed URL, which expires after
 * minutes, but this page may stay open for hours.
 */
export function publicImageUrl(imageUrl: string): string {
  return imageUrl.replace(/expires=[^&]*&signature=[^&]*&?/, '');
}

/**
 * Generates or regenerates a joke's image and shows it wherever the joke is shown.
 * @throws {ApiError} if no image was generated; nothing has changed then
 */
export async function generateImage(joke: Joke): Promise<void> {
  const imageUrl = await requestImage(joke.joke_id, joke.image_url !== null);
  setImage(joke.joke_id, publicImageUrl(imageUrl));
}
