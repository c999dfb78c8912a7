import { call } from './call.ts';

/** Milliseconds that a picture may take: as long as Hosting waits for the function. */
const TIMEOUT_MS = 60_000;

/** An address with the time in milliseconds appended, so that no cache answers with what was before (specification §3). */
export function cacheBusted(imageUrl: string, time: number): string {
  return `${imageUrl}${imageUrl.includes('?') ? '&' : '?'}t=${time}`;
}

/**
 * Has a joke's picture made.
 * @param force makes it anew where there is one already
 * @returns its address
 * @throws {ApiError} when there is no new picture
 */
export async function requestImage(jokeId: number, force: boolean): Promise<string> {
  const { image_url } = await call(
    'generateImage',
    { params: { id: jokeId }, query: { force } },
    { timeout: TIMEOUT_MS },
  );
  return cacheBusted(image_url, Date.now());
}
