import { useMutation } from '@tanstack/react-query';
import { call } from './call.ts';
import { messageOf } from './failure.ts';

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
 * Chooses between the image of a joke and the one that is proposed.
 * @param onChosen called with the image that it has then, and what confirms it
 * @returns what the choice needs to show
 */
export function useImageChoice(
  jokeId: number,
  onChosen: (image_url: string | null, text: string) => void,
) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ proposed, use }: { proposed: string; use: boolean }) =>
      call('chooseImage', {
        params: { id: jokeId },
        body: { proposed_image_url: proposed.replace(/\?.*/, ''), use },
      }),
    onSuccess: ({ image_url }, { use }) =>
      onChosen(
        image_url,
        use ? `Fact no. ${jokeId} has its new image.` : `Fact no. ${jokeId} keeps its image.`,
      ),
  });
  return {
    choose: mutate,
    choosing: isPending ? variables.use : undefined,
    failure: error ? messageOf(error) : undefined,
  };
}
