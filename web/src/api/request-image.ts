import { call } from './call.ts';

/** Timeout for generating an image: as long as Hosting waits for the function. */
const TIMEOUT_MS = 60_000;

/** An image URL with the time in milliseconds appended, so that no cache returns the previous image (specification §3). */
function cacheBusted(imageUrl: string, time: number): string {
  return `${imageUrl}${imageUrl.includes('?') ? '&' : '?'}t=${time}`;
}

/** Asks before the image that a joke has is replaced. */
export function confirmsReplacement(jokeId: number): boolean {
  return window.confirm(
    `Generate a new image of fact no. ${jokeId}? It replaces the current one, which is deleted.`,
  );
}

/**
 * Generates a joke's image.
 * @param force generates a new one, which replaces the other, if the joke already has an image
 * @returns its URL
 * @throws {ApiError} if no image was generated
 */
export async function requestImage(jokeId: number, force: boolean): Promise<string> {
  const { image_url } = await call(
    'generateImage',
    { params: { id: jokeId }, query: { force } },
    { timeout: TIMEOUT_MS },
  );
  return cacheBusted(image_url, Date.now());
}
