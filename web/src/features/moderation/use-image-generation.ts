import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { requestImage } from '../../api/request-image.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { moderationKeys } from './moderation-keys.ts';

interface ImageGeneration {
  /** the image's address; null when there is none, undefined while it is being asked for */
  imageUrl: string | null | undefined;
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
  // Asked for each time the preview opens: the address in the list is signed, and may have expired.
  const { data: status, error } = useQuery({
    queryKey: moderationKeys.image(joke.joke_id),
    queryFn: async ({ signal }) => {
      const options = { signal, asAdmin: true };
      try {
        return await call('getImageStatus', { params: { id: joke.joke_id } }, options);
      } catch (cause) {
        // oxlint-disable-next-line no-console -- the specification wants it logged, and no more
        console.warn(`Where the image of fact no. ${joke.joke_id} is was not answered:`, cause);
        throw cause;
      }
    },
    enabled: joke.image_url !== null,
    staleTime: Infinity,
    gcTime: 0,
  });
  const known = joke.image_url === null || error !== null ? joke.image_url : status?.image_url;
  const imageUrl = made ?? known;
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
