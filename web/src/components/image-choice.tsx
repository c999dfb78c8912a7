import { BusyButton } from './busy-button.tsx';
import './image-choice.css';
import { ResponsiveImage } from './responsive-image.tsx';
import { Ring } from './spinner.tsx';

interface ImageChoiceProps {
  jokeId: number;
  /** the image that it has */
  current: string;
  /** the new one */
  proposed: string;
  /** which one is being chosen, if any */
  choosing: boolean | undefined;
  /** why the last choice failed */
  failure: string | undefined;
  /** @param use whether the new one replaces the other */
  onChoose: (use: boolean) => void;
}

/** Shows the new image of a joke beside the one that it has, which stays until the new one is chosen. */
export function ImageChoice(props: ImageChoiceProps) {
  const { jokeId, current, proposed, choosing, failure, onChoose } = props;
  const images = [
    ['Previous image', current],
    ['New image', proposed],
  ] as const;
  return (
    <>
      <div className="image-choice">
        {images.map(([name, imageUrl]) => (
          <figure key={name}>
            <ResponsiveImage
              imageUrl={imageUrl}
              alt={`${name} of fact no. ${jokeId}`}
              sizes="(min-width: 30rem) 13rem, 40vw"
              lazy={false}
            />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
      <p className="field-hint">Visitors see the previous image until you use the new one.</p>
      <div className="image-choices">
        {[false, true].map((use) => (
          <BusyButton
            key={String(use)}
            className={use ? 'button button-main' : 'button'}
            busy={choosing !== undefined}
            onClick={() => onChoose(use)}
          >
            {choosing === use && <Ring />} {use ? 'Use this image' : 'Keep the previous one'}
          </BusyButton>
        ))}
      </div>
      {failure !== undefined && (
        <p className="field-error" role="alert">
          Error: {failure}
        </p>
      )}
    </>
  );
}
