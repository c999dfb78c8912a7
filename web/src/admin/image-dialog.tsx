import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/failure.ts';
import { useImageGeneration } from '../facts/image-generation.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Ring } from '../ui/spinner.tsx';
import { AdminImage } from './admin-image.tsx';
import { imageStatus, updateJoke, type ListedJoke } from './moderation-queries.ts';
import styles from './dialogs.module.css';

/** Shows a joke's image, and generates or regenerates it. Generation continues after the dialog closes. */
export function ImageDialog({ joke, onClose }: { joke: ListedJoke; onClose: () => void }) {
  const client = useQueryClient();
  const [made, setMade] = useState<string>();
  const status = useQuery({ ...imageStatus(joke.joke_id), enabled: joke.image_url !== null });
  const isListed = joke.image_url === null || status.isError;
  const known = isListed ? joke.image_url : status.data?.image_url;
  // null if there is no image, undefined while loading
  const imageUrl = made ?? known;
  const exists = imageUrl !== null;
  const show = (image_url: string) => {
    setMade(image_url);
    updateJoke(client, joke.joke_id, { image_url });
  };
  const { label, busy, error, generate } = useImageGeneration(joke.joke_id, exists, {
    onImage: show,
    onFailure: async () => {
      // Perhaps only the response was lost.
      const { image_url = null } = (await status.refetch()).data ?? {};
      if (image_url !== null) show(image_url);
    },
  });
  return (
    <Dialog title="Image Preview" onClose={onClose}>
      <p className={`${styles.preview} joke-text`}>
        <b>{`Fact no. ${joke.joke_id}`}</b> <bdi>{joke.joke_text}</bdi>
      </p>
      <div className={styles.image} role="status" aria-busy={busy || imageUrl === undefined}>
        {!exists && <p>No image generated yet.</p>}
        {typeof imageUrl === 'string' && (
          <AdminImage imageUrl={imageUrl} alt={`Image of fact no. ${joke.joke_id}`} />
        )}
        {exists && <p className="field-hint">A new image can be undone in the log.</p>}
        {error && !busy && <p className="field-error">{`Error: ${messageOf(error)}`}</p>}
      </div>
      <DialogActions close="Close" onClose={onClose}>
        <BusyButton className="button button-main" busy={busy} onClick={generate}>
          {busy && <Ring />} <span>{label}</span>
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}
