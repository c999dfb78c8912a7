import { useMutation } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { BusyButton } from '../../components/busy-button.tsx';
import { useAnnouncement } from '../../stores/announcement.ts';
import { generateImage } from './generate-image.ts';

/** Makes a fact's picture, or another one. A failure is only logged (specification §8). */
export default function GenerateImageButton({ joke }: { joke: Joke }) {
  const announce = useAnnouncement((store) => store.announce);
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: (_: void, { client }) => generateImage(client, joke),
    onSuccess: () => announce(`The image of fact no. ${joke.joke_id} is ready.`),
    onError: (error) => {
      // oxlint-disable-next-line no-console -- the specification has it logged, nothing else.
      console.warn(`No image for fact no. ${joke.joke_id}:`, error);
    },
  });
  const exists = joke.image_url !== null;
  return (
    <BusyButton busy={isPending} onClick={() => mutate()}>
      {isPending && (exists ? 'Regenerating...' : 'Generating...')}
      {!isPending && (exists ? 'Regenerate Image' : 'Generate Image')}
    </BusyButton>
  );
}
