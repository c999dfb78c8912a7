import type { Joke } from 'functions/contract';
import { BusyButton } from '../ui/busy-button.tsx';
import { useImageGeneration } from './image-generation.ts';
import { useLatestJoke, useNewImages } from './local-changes.ts';

/** Generates or regenerates a joke's image. A failure is only logged. */
export default function GenerateImageButton({ joke: given }: { joke: Joke }) {
  const { joke_id, image_url } = useLatestJoke(given);
  const { label, busy, generate } = useImageGeneration(joke_id, image_url !== null, {
    onImage: (url) => useNewImages.setState({ [joke_id]: url }),
  });
  return (
    <BusyButton aria-label={`${label} of fact no. ${joke_id}`} busy={busy} onClick={generate}>
      {label}
    </BusyButton>
  );
}
