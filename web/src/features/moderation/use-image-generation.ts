import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { requestImage } from '../../api/request-image.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { moderationKeys } from './moderation-keys.ts';

interface ImageGeneration {
  /** the image's URL; null if there is no image, undefined while loading */
  imageUrl: string | null | undefined;
  generating: boolean;
  generate: () => void;
}

/**
 * A joke's image, and a function that generates or regenerates it. Generation continues after the
 * dialog closes. A failure is only logged (specification §8).
 */
export function useImageGeneration(joke: Joke): ImageGeneration {
  const client = useQueryClient();
  const announce = useAnnouncement((store) => store.announce);
  const [made, setMade] = useState<string>();
  // Loaded each time the preview opens, because the signed URL in the list may have expired.
  const { data: status, error } = useQuery({
    queryKey: moderationKeys.image(joke.joke_id),
    queryFn: async ({ signal }) => {
      const options = { signal, asAdmin: true };
      try {
        return await call('getImageStatus', { params: { id: joke.joke_id } }, options);
      } catch (cause) {
        // oxlint-disable-next-line no-console -- the specification requires only logging
        console.warn(`Couldn't get the image status of fact no. ${joke.joke_id}:`, cause);
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
      announce(`The image of fact no. ${joke.joke_id} is ready.`);
      return client.invalidateQueries({ queryKey: moderationKeys.lists });
    },
    onError: (error) => {
      // oxlint-disable-next-line no-console -- the specification requires only logging
      console.warn(`Couldn't generate the image of fact no. ${joke.joke_id}:`, error);
    },
  });
  return { imageUrl, generating, generate: () => mutate(imageUrl !== null) };
}
