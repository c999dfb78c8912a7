import { useIsMutating, useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { announce } from '../stores/announcement.ts';

/** As long as Hosting waits for the function. */
const TIMEOUT_MS = 60_000;

interface Outcome {
  /** @param url with the time appended, so that no cache returns the previous image */
  onImage: (url: string) => void;
  onFailure?: () => unknown;
}

/**
 * Generates a joke's image, or another one after a question. It continues when the visitor leaves the screen.
 * A failure is logged.
 * @returns the button's label, whether the joke's image is being generated, and the last error
 */
export function useImageGeneration(jokeId: number, hasImage: boolean, outcome: Outcome) {
  const mutationKey = ['image-generation', jokeId];
  const busy = useIsMutating({ mutationKey, exact: true }) > 0;
  const { mutate, error } = useMutation({
    mutationKey,
    mutationFn: async (force: boolean) => {
      const input = { params: { id: jokeId }, query: { force } };
      const { image_url: url } = await call('generateImage', input, { timeout: TIMEOUT_MS });
      return `${url}?t=${Date.now()}`;
    },
    onSuccess: (url) => {
      outcome.onImage(url);
      announce(`The image of fact no. ${jokeId} is ready.`);
    },
    onError: (cause) => {
      // oxlint-disable-next-line no-console -- a failure is logged
      console.warn(`Couldn’t generate the image of fact no. ${jokeId}:`, cause);
      return outcome.onFailure?.();
    },
  });
  const question = `Generate a new image of fact no. ${jokeId}? It replaces the current one.`;
  const generate = () => {
    if (!hasImage || window.confirm(question)) mutate(hasImage);
  };
  const label = hasImage ? 'Regenerate Image' : 'Generate Image';
  const busyLabel = hasImage ? 'Regenerating...' : 'Generating...';
  return { label: busy ? busyLabel : label, busy, error, generate };
}
