import type { EndpointOutput } from 'functions/contract';
import { call } from './call.ts';

/** Timeout for generating an image: as long as Hosting waits for the function. */
const TIMEOUT_MS = 60_000;

/** An image URL with the time in milliseconds appended, so that no cache returns the previous image (specification §3). */
function cacheBusted(imageUrl: string, time: number): string {
  return `${imageUrl}${imageUrl.includes('?') ? '&' : '?'}t=${time}`;
}

/** An image that was generated, and whether the joke keeps the one that it had. */
export interface RequestedImage {
  image_url: string;
  proposed: boolean;
}

/**
 * Generates a joke's image.
 * @param force generates a new one if the joke already has an image, which it keeps until the new one is chosen
 * @throws {ApiError} if no image was generated
 */
export async function requestImage(jokeId: number, force: boolean): Promise<RequestedImage> {
  const { image_url, proposed = false } = await call(
    'generateImage',
    { params: { id: jokeId }, query: { ...(force && { preview: true }), force } },
    { timeout: TIMEOUT_MS },
  );
  return { image_url: cacheBusted(image_url, Date.now()), proposed };
}

/**
 * Replaces a joke's image by the one that is proposed, or deletes that one.
 * @throws {ApiError} if neither was done
 */
export function chooseImage(
  jokeId: number,
  proposed_image_url: string,
  use: boolean,
): Promise<EndpointOutput<'chooseImage'>> {
  const body = { proposed_image_url: proposed_image_url.replace(/\?.*/, ''), use };
  return call('chooseImage', { params: { id: jokeId }, body });
}
