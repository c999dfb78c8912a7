import { call } from './call.ts';

/** Timeout for generating an image: as long as Hosting waits for the function. */
const TIMEOUT_MS = 60_000;

/** An image URL with the time in milliseconds appended, so that no cache returns the previous image (specification §3). */
function cacheBusted(imageUrl: string, time: number): string {
  return `${imageUrl}${imageUrl.includes('?') ? '&' : '?'}t=${time}`;
}

/**
 * Generates a joke's image.
 * @param force generates a new one if the joke already has an image
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
