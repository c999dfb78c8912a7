import { ApiError } from 'functions/contract';
import { useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useDocumentTitle } from '../../../components/screen.tsx';
import { NoJokes } from '../list-states.tsx';
import { SingleJoke } from '../single/single-joke.tsx';
import '../single/single-screen.css';
import './random-screen.css';
import { useNextGestures } from './use-next-gestures.ts';
import { useRandomJoke } from './random-joke.ts';

const TITLE = 'Random Chuck Norris Fact';

/** One random joke; a button, the space bar or a swipe gets another. The joke stays until the next one has loaded. */
export default function RandomScreen() {
  useDocumentTitle(TITLE);
  const { joke, error, loading, drawAnother } = useRandomJoke();
  const screen = useRef<HTMLDivElement>(null);
  useNextGestures(screen, drawAnother);
  const none = error instanceof ApiError && error.code === 'not_found';
  const failed = error !== null && !none;
  return (
    <div className="screen single-screen random" ref={screen}>
      <h1 className="single-title kicker" tabIndex={-1}>
        {TITLE}
      </h1>
      {joke === undefined && error === null && <Spinner label="Loading..." />}
      {joke && !none && <SingleJoke joke={joke} />}
      {none && <NoJokes />}
      {failed && (
        <LoadError
          text="Error loading random joke. Please try again later."
          onRetry={drawAnother}
        />
      )}
      {(joke !== undefined || none) && (
        <BusyButton busy={loading} onClick={drawAnother}>
          {loading ? 'Loading...' : 'Get Another Random Fact'}
        </BusyButton>
      )}
      {joke !== undefined && (
        <p className="random-hint">
          or press <kbd>Space</kbd>
        </p>
      )}
    </div>
  );
}
