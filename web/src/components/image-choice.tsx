import { useMutation } from '@tanstack/react-query';
import type { EndpointOutput } from 'functions/contract';
import { messageOf } from '../api/failure.ts';
import { chooseImage } from '../api/request-image.ts';
import { announce } from '../stores/announcement.ts';
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
  /** Called when one is chosen. */
  onChosen: (status: EndpointOutput<'chooseImage'>) => void;
}

/** Shows the new image of a joke beside the one that it has, which stays until the new one is chosen. */
export function ImageChoice({ jokeId, current, proposed, onChosen }: ImageChoiceProps) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (use: boolean) => chooseImage(jokeId, proposed, use),
    onSuccess: (status, use) => {
      announce(
        use
          ? `Fact no. ${jokeId} has its new image.`
          : `Fact no. ${jokeId} keeps its previous image.`,
      );
      onChosen(status);
    },
  });
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
      <div className="dialog-actions">
        {[false, true].map((use) => (
          <BusyButton
            key={String(use)}
            className={use ? 'button button-main' : 'button'}
            busy={isPending}
            onClick={() => mutate(use)}
          >
            {isPending && variables === use && <Ring />}{' '}
            {use ? 'Use this image' : 'Keep the previous one'}
          </BusyButton>
        ))}
      </div>
      {error && (
        <p className="field-error" role="alert">
          Error: {messageOf(error)}
        </p>
      )}
    </>
  );
}
