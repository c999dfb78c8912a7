import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { useAnnouncement } from '../../stores/announcement.ts';
import { generateImage } from './generate-image.ts';
import { useLatestJoke } from './local-changes.ts';

/** Generates or regenerates a joke's image. A failure is only logged (specification §8). */
export default function GenerateImageButton({ joke: given }: { joke: Joke }) {
  const joke = useLatestJoke(given);
  const announce = useAnnouncement((store) => store.announce);
  const [busy, setBusy] = useState(false);
  const generate = async () => {
    setBusy(true);
    try {
      await generateImage(joke);
      announce(`The image of fact no. ${joke.joke_id} is ready.`);
    } catch (error) {
      // oxlint-disable-next-line no-console -- the specification requires only logging
      console.warn(`Couldn't generate the image of fact no. ${joke.joke_id}:`, error);
    } finally {
      setBusy(false);
    }
  };
  const exists = joke.image_url !== null;
  return (
    <BusyButton busy={busy} onClick={() => void generate()}>
      {busy && (exists ? 'Regenerating...' : 'Generating...')}
      {!busy && (exists ? 'Regenerate Image' : 'Generate Image')}
    </BusyButton>
  );
}
