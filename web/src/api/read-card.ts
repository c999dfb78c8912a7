import { API_BASE_PATH } from 'functions/contract';
import { noAnswer, refusal } from './failure.ts';

/**
 * Reads a joke's card, an image for sharing.
 * @param timeout in milliseconds
 * @throws {ApiError} as `call` does
 */
export async function readCard(jokeId: number, timeout: number): Promise<File> {
  const load = async () => {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(`${API_BASE_PATH}/cards/${jokeId}.png`, {
      credentials: 'omit',
      signal,
    });
    return { response, blob: await response.blob() };
  };
  const { response, blob } = await load().catch((cause: unknown) => {
    throw noAnswer(cause);
  });
  if (!response.ok) throw refusal(response, '');
  return new File([blob], `chuck-norris-fact-${jokeId}.png`, { type: 'image/png' });
}
