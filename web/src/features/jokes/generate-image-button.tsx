import { useMutation } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { requestImage } from '../../api/request-image.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { announce } from '../../stores/announcement.ts';
import { useLatestJoke, useNewImages } from './local-changes.ts';

/**
 * Generates or regenerates a joke's image and shows it wherever the joke is shown: at its public URL,
 * because the signed URL that administrators get expires after minutes.
 * @throws {ApiError} if no image was generated; nothing has changed then
 */
async function generateImage({ joke_id, image_url }: Joke): Promise<void> {
  const signed = await requestImage(joke_id, image_url !== null);
  useNewImages.setState({ [joke_id]: signed.replace(/expires=[^&]*&signature=[^&]*&?/, '') });
}

/** Generates or regenerates a joke's image. A failure is only logged (specification §8). */
export default function GenerateImageButton({ joke: given }: { joke: Joke }) {
  const joke = useLatestJoke(given);
  const { isPending, mutate } = useMutation({
    mutationFn: generateImage,
    onSuccess: () => announce(`The image of fact no. ${joke.joke_id} is ready.`),
    onError: (error) => {
      // oxlint-disable-next-line no-console -- the specification requires only logging
      console.warn(`Couldn’t generate the image of fact no. ${joke.joke_id}:`, error);
    },
  });
  const exists = joke.image_url !== null;
  return (
    <BusyButton busy={isPending} onClick={() => mutate(joke)}>
      {isPending && (exists ? 'Regenerating...' : 'Generating...')}
      {!isPending && (exists ? 'Regenerate Image' : 'Generate Image')}
    </BusyButton>
  );
}
