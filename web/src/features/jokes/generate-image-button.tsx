import { useMutation } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { requestImage, useImageChoice } from '../../api/request-image.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { ImageChoice } from '../../components/image-choice.tsx';
import { announce } from '../../stores/announcement.ts';
import { useLatestJoke, useNewImages } from './local-changes.ts';

/**
 * Shows a new image wherever the joke is shown: at its public URL, because the signed URL that administrators
 * get expires after minutes.
 */
function showImage(jokeId: number, signed: string): void {
  const image_url = signed.replace(/expires=[^&]*&signature=[^&]*&?/, '').replace(/\?$/, '');
  useNewImages.setState({ [jokeId]: image_url });
}

/**
 * Generates or regenerates a joke's image. A new one is shown beside the one that it would replace. A failure
 * is only logged (specification §8).
 */
export default function GenerateImageButton({ joke: given }: { joke: Joke }) {
  const joke = useLatestJoke(given);
  const { joke_id, image_url: current } = joke;
  const [proposed, setProposed] = useState<string>();
  const { isPending, mutate } = useMutation({
    mutationFn: () => requestImage(joke_id, current !== null),
    onSuccess: ({ image_url, proposed: isProposed }) => {
      if (isProposed) setProposed(image_url);
      else showImage(joke_id, image_url);
      announce(`The image of fact no. ${joke_id} is ready.`);
    },
    onError: (error) => {
      // oxlint-disable-next-line no-console -- the specification requires only logging
      console.warn(`Couldn’t generate the image of fact no. ${joke_id}:`, error);
    },
  });
  const { choose, choosing, failure } = useImageChoice(joke_id, (image_url, text) => {
    if (image_url !== null) showImage(joke_id, image_url);
    setProposed(undefined);
    announce(text);
  });
  const exists = current !== null;
  const close = () => setProposed(undefined);
  return (
    <>
      <BusyButton busy={isPending} onClick={() => mutate()}>
        {isPending && (exists ? 'Regenerating...' : 'Generating...')}
        {!isPending && (exists ? 'Regenerate Image' : 'Generate Image')}
      </BusyButton>
      {proposed !== undefined && exists && (
        <Dialog title={`New image of fact no. ${joke_id}`} unasked onClose={close}>
          <ImageChoice
            jokeId={joke_id}
            current={current}
            proposed={proposed}
            choosing={choosing}
            failure={failure}
            onChoose={(use) => choose({ proposed, use })}
          />
          <DialogActions close="Close" onClose={close} />
        </Dialog>
      )}
    </>
  );
}
