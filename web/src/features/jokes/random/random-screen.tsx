import { ApiError } from 'functions/contract';
import { BusyButton } from '../../../components/busy-button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useDocumentTitle } from '../../../components/use-document-title.ts';
import { NoFacts } from '../no-facts.tsx';
import { RandomFact } from './random-fact.tsx';
import './random-screen.css';
import { useRandomJoke } from './use-random-joke.ts';

const TITLE = 'Random Chuck Norris Fact';

/** One fact, and the way to another. The fact stays until the other one is there. */
export default function RandomScreen() {
  useDocumentTitle(TITLE);
  const { data: joke, error, isFetching, refetch } = useRandomJoke();
  const none = error instanceof ApiError && error.code === 'not_found';
  const another = () => void refetch();
  return (
    <div className="screen random">
      <h1 className="random-title kicker" tabIndex={-1}>
        {TITLE}
      </h1>
      {!joke && !error && <Spinner label="Loading..." />}
      {joke && !none && <RandomFact joke={joke} />}
      {none && <NoFacts />}
      {error && !none && !isFetching && (
        <LoadError text="Error loading random joke. Please try again later." onRetry={another} />
      )}
      {(joke ?? none) && (
        <BusyButton busy={isFetching} onClick={another}>
          {isFetching ? 'Loading...' : 'Get Another Random Fact'}
        </BusyButton>
      )}
    </div>
  );
}
