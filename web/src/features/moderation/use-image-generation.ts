import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { requestImage } from '../../api/request-image.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { moderationKeys } from './moderation-keys.ts';

interface ImageGeneration {
  /** the picture's address, as far as there is one */
  imageUrl: string | null;
  generating: boolean;
  generate: () => void;
}

/**
 * The picture of a joke, and how to make it or make it anew. It goes on when the dialog is closed.
 * A failure is only logged (specification §8).
 */
export function useImageGeneration(joke: Joke): ImageGeneration {
  const client = useQueryClient();
  const announce = useAnnouncement((store) => store.announce);
  const [made, setMade] = useState<string>();
  const imageUrl = made ?? joke.image_url;
  const mutationKey = moderationKeys.generation(joke.joke_id);
  const generating = useIsMutating({ mutationKey, exact: true }) > 0;

  const { mutate } = useMutation({
    mutationKey,
    networkMode: 'always',
    mutationFn: (force: boolean) => requestImage(joke.joke_id, force),
    onSuccess: (image) => {
      setMade(image);
      announce(`The image of fact no. ${joke.joke_id} is there.`);
      return client.invalidateQueries({ queryKey: moderationKeys.lists });
    },
    onError: (error) => {
      // oxlint-disable-next-line no-console -- the specification wants it logged, and no more
      console.warn(`The image of fact no. ${joke.joke_id} was not made:`, error);
    },
  });
  return { imageUrl, generating, generate: () => mutate(imageUrl !== null) };
}
