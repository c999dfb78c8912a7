import type { Joke } from 'functions/contract';
import { requestImage } from '../../api/request-image.ts';
import { noteImage } from './known-changes.ts';

/**
 * Has a joke's picture made, anew where there is one already, and shows it wherever the joke is
 * shown.
 * @throws {ApiError} when there is no new picture; nothing has changed then
 */
export async function generateImage(joke: Joke): Promise<void> {
  noteImage(joke.joke_id, await requestImage(joke.joke_id, joke.image_url !== null));
}
