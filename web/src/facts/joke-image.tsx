import type { Joke } from 'functions/contract';
import { lazy, Suspense, type ComponentProps } from 'react';
import { ResponsiveImage } from '../ui/responsive-image.tsx';
import { useSession } from '../stores/session.ts';
import styles from './joke-image.module.css';
import { useLatestJoke } from './local-changes.ts';

const GenerateImageButton = lazy(() => import('./generate-image-button.tsx'));

interface JokeImageProps extends Pick<ComponentProps<typeof ResponsiveImage>, 'sizes' | 'lazy'> {
  joke: Joke;
}

/** A joke's image, if it has one. */
export function JokeImage({ joke: given, ...rest }: JokeImageProps) {
  const joke = useLatestJoke(given);
  if (joke.image_url === null) return null;
  return (
    <ResponsiveImage
      imageUrl={joke.image_url}
      alt={`Illustration of fact no. ${joke.joke_id}`}
      {...rest}
    />
  );
}

/** The button that generates a joke's image, for administrators. Visitors do not load its code. */
export function AdminImageButton({ joke }: { joke: Joke }) {
  const isAdmin = useSession(({ is }) => is === 'admin');
  if (!isAdmin) return null;
  return (
    <div className={styles.admin}>
      <Suspense>
        <GenerateImageButton joke={joke} />
      </Suspense>
    </div>
  );
}
