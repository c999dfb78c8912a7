import { useMutation } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { confirmsReplacement, requestImage } from '../api/request-image.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { announce } from '../stores/announcement.ts';
import { useLatestJoke, useNewImages } from './local-changes.ts';

/**
 * Shows a new image wherever the joke is shown: at its public URL, because the signed URL that administrators
 * get expires after minutes.
 */
function showImage(jokeId: number, signed: string): void {
  const image_url = signed.replace(/expires=[^&]*&signature=[^&]*&?/, '').replace(/\?$/, '');
  useNewImages.setState({ [jokeId]: image_url });
}

/** Generates or regenerates a joke's image. A failure is only logged (specification §8). */
export default function GenerateImageButton({ joke: given }: { joke: Joke }) {
  const { joke_id, image_url: current } = useLatestJoke(given);
  const exists = current !== null;
  const { isPending, mutate } = useMutation({
    mutationFn: () => requestImage(joke_id, exists),
    onSuccess: (imageUrl) => {
      showImage(joke_id, imageUrl);
      announce(`The image of fact no. ${joke_id} is ready.`);
    },
    onError: (error) => {
      // oxlint-disable-next-line no-console -- the specification requires only logging
      console.warn(`Couldn’t generate the image of fact no. ${joke_id}:`, error);
    },
  });
  const generate = () => {
    if (!exists || confirmsReplacement(joke_id)) mutate();
  };
  return (
    <BusyButton busy={isPending} onClick={generate}>
      {exists
        ? isPending
          ? 'Regenerating...'
          : 'Regenerate Image'
        : isPending
          ? 'Generating...'
          : 'Generate Image'}
    </BusyButton>
  );
}
