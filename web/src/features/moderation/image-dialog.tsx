import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { requestImage, useImageChoice, type RequestedImage } from '../../api/request-image.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import '../../components/field.css';
import { ImageChoice } from '../../components/image-choice.tsx';
import { ResponsiveImage } from '../../components/responsive-image.tsx';
import { Ring } from '../../components/spinner.tsx';
import { announce } from '../../stores/announcement.ts';
import { imageStatus, updateJoke } from './moderation-queries.ts';

/**
 * Shows a joke's image, and generates or regenerates it. Generation continues after the dialog closes. A
 * new image is shown beside the one that it would replace until one of them is chosen.
 */
export function ImageDialog({ joke, onClose }: { joke: Joke; onClose: () => void }) {
  const client = useQueryClient();
  const [made, setMade] = useState<string>();
  // null if it was chosen or refused, undefined if nothing was made here
  const [offered, setOffered] = useState<string | null>();
  // Loaded each time the preview opens, because the signed URL in the list may have expired.
  const {
    data: status,
    error,
    refetch,
  } = useQuery({
    ...imageStatus(joke.joke_id),
    enabled: joke.image_url !== null,
  });
  const known = joke.image_url === null || error !== null ? joke.image_url : status?.image_url;
  // null if there is no image, undefined while loading
  const imageUrl = made ?? known;
  const proposed = offered === undefined ? status?.proposed_image_url : offered;
  const mutationKey = ['moderation', 'generation', joke.joke_id];
  const generating = useIsMutating({ mutationKey, exact: true }) > 0;

  const show = (image_url: string | null) => {
    setMade(image_url ?? undefined);
    updateJoke(client, joke.joke_id, { image_url, image_outdated: false });
  };
  const arrive = ({ image_url, proposed: isProposed }: RequestedImage) => {
    if (isProposed) setOffered(image_url);
    else show(image_url);
    announce(`The image of fact no. ${joke.joke_id} is ready.`);
  };
  const { mutate, error: failure } = useMutation({
    mutationKey,
    mutationFn: (force: boolean) => requestImage(joke.joke_id, force),
    onSuccess: arrive,
    onError: async (cause) => {
      // oxlint-disable-next-line no-console -- the specification requires logging
      console.warn(`Couldn’t generate the image of fact no. ${joke.joke_id}:`, cause);
      // Only the response may have been lost.
      const { image_url = null, proposed_image_url: latest } = (await refetch()).data ?? {};
      if (latest !== undefined) setOffered(latest);
      if (image_url !== null) show(image_url);
    },
  });
  const {
    choose,
    choosing,
    failure: refusal,
  } = useImageChoice(joke.joke_id, (image_url, text) => {
    setOffered(null);
    show(image_url);
    announce(text);
  });
  const label = imageUrl === null ? 'Generate Image' : 'Regenerate Image';
  const busyLabel = imageUrl === null ? 'Generating...' : 'Regenerating...';
  return (
    <Dialog title="Image Preview" onClose={onClose}>
      <p className="joke-text preview-text">
        <b>Fact no. {joke.joke_id}</b> <bdi>{joke.joke_text}</bdi>
      </p>
      <div className="preview-image" role="status" aria-busy={generating || imageUrl === undefined}>
        {imageUrl === null && <p>No image generated yet.</p>}
        {typeof imageUrl === 'string' && !proposed && (
          <ResponsiveImage
            imageUrl={imageUrl}
            alt={`Image of fact no. ${joke.joke_id}`}
            sizes="(min-width: 30rem) 26rem, 80vw"
            lazy={false}
          />
        )}
        {failure && !generating && !proposed && (
          <p className="field-error">Error: {messageOf(failure)}</p>
        )}
      </div>
      {typeof imageUrl === 'string' && proposed && (
        <ImageChoice
          jokeId={joke.joke_id}
          current={imageUrl}
          proposed={proposed}
          choosing={choosing}
          failure={refusal}
          onChoose={(use) => choose({ proposed, use })}
        />
      )}
      <DialogActions close="Close" onClose={onClose}>
        <BusyButton
          className="button button-main"
          busy={generating}
          onClick={() => mutate(imageUrl !== null)}
        >
          {generating && <Ring />} {generating ? busyLabel : label}
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}
