import type { Joke } from 'functions/contract';
import { BusyButton } from '../../components/busy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ResponsiveImage } from '../../components/responsive-image.tsx';
import { Ring } from '../../components/ring.tsx';
import { useImageGeneration } from './use-image-generation.ts';

/** Shows a joke's image, and generates or regenerates it. */
export function ImageDialog({ joke, onClose }: { joke: Joke; onClose: () => void }) {
  const { imageUrl, generating, generate } = useImageGeneration(joke);
  const label = imageUrl === null ? 'Generate Image' : 'Regenerate Image';
  const busyLabel = imageUrl === null ? 'Generating...' : 'Regenerating...';
  return (
    <Dialog title="Image Preview" onClose={onClose}>
      <p className="preview-text">
        <b>Fact no. {joke.joke_id}</b> {joke.joke_text}
      </p>
      <div className="preview-image" role="status" aria-busy={generating || imageUrl === undefined}>
        {imageUrl === null && <p>No image generated yet.</p>}
        {typeof imageUrl === 'string' && (
          <ResponsiveImage
            imageUrl={imageUrl}
            alt={`Image of fact no. ${joke.joke_id}`}
            sizes="(min-width: 30rem) 26rem, 80vw"
            lazy={false}
          />
        )}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        <BusyButton className="button button-main" busy={generating} onClick={generate}>
          {generating && <Ring />} {generating ? busyLabel : label}
        </BusyButton>
      </div>
    </Dialog>
  );
}
