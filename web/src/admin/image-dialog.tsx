import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/failure.ts';
import { confirmsReplacement, requestImage } from '../api/request-image.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { ResponsiveImage } from '../ui/responsive-image.tsx';
import { Ring } from '../ui/spinner.tsx';
import { announce } from '../stores/announcement.ts';
import { imageStatus, showImage, type ListedJoke } from './moderation-queries.ts';
import styles from './dialogs.module.css';

/** Shows a joke's image, and generates or regenerates it. Generation continues after the dialog closes. */
export function ImageDialog({ joke, onClose }: { joke: ListedJoke; onClose: () => void }) {
  const client = useQueryClient();
  const [made, setMade] = useState<string>();
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
  const mutationKey = ['moderation', 'generation', joke.joke_id];
  const generating = useIsMutating({ mutationKey, exact: true }) > 0;

  const show = (image_url: string) => {
    setMade(image_url);
    showImage(client, joke.joke_id, image_url);
  };
  const { mutate, error: failure } = useMutation({
    mutationKey,
    mutationFn: (force: boolean) => requestImage(joke.joke_id, force),
    onSuccess: (image_url) => {
      show(image_url);
      announce(`The image of fact no. ${joke.joke_id} is ready.`);
    },
    onError: async (cause) => {
      // oxlint-disable-next-line no-console -- the specification requires logging
      console.warn(`Couldn’t generate the image of fact no. ${joke.joke_id}:`, cause);
      // Only the response may have been lost.
      const { image_url = null } = (await refetch()).data ?? {};
      if (image_url !== null) show(image_url);
    },
  });
  const exists = imageUrl !== null;
  const label = exists ? 'Regenerate Image' : 'Generate Image';
  const busyLabel = exists ? 'Regenerating...' : 'Generating...';
  const generate = () => {
    if (!exists || confirmsReplacement(joke.joke_id)) mutate(exists);
  };
  return (
    <Dialog title="Image Preview" onClose={onClose}>
      <p className={`${styles.preview} joke-text`}>
        <b>{`Fact no. ${joke.joke_id}`}</b> <bdi>{joke.joke_text}</bdi>
      </p>
      <div className={styles.image} role="status" aria-busy={generating || imageUrl === undefined}>
        {!exists && <p>No image generated yet.</p>}
        {typeof imageUrl === 'string' && (
          <ResponsiveImage
            imageUrl={imageUrl}
            alt={`Image of fact no. ${joke.joke_id}`}
            sizes="(min-width: 30rem) 26rem, 80vw"
            lazy={false}
          />
        )}
        {failure && !generating && <p className="field-error">{`Error: ${messageOf(failure)}`}</p>}
      </div>
      <DialogActions close="Close" onClose={onClose}>
        <BusyButton className="button button-main" busy={generating} onClick={generate}>
          {generating && <Ring />} <span>{generating ? busyLabel : label}</span>
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}
