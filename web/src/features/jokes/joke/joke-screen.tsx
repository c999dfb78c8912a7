import { useQuery } from '@tanstack/react-query';
import type { EndpointOutput } from 'functions/contract';
import { Link, useParams } from 'react-router-dom';
import NotFoundScreen from '../../../components/not-found-screen.tsx';
import { jokePath } from '../../../paths.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useDocumentTitle } from '../../../components/screen.tsx';
import { singleJoke } from '../joke-queries.ts';
import { SingleJoke } from '../single/single-joke.tsx';
import '../single/single-screen.css';
import './joke-screen.css';

/** Links to the approved jokes with the next lower and next higher id. */
function Neighbors({ previous_id: previous, next_id: next }: EndpointOutput<'getJoke'>) {
  return (
    <nav className="neighbors" aria-label="Previous and next fact">
      {previous !== null && (
        <Link rel="prev" to={jokePath(previous)}>
          ← Fact no. {previous}
        </Link>
      )}
      {next !== null && (
        <Link rel="next" to={jokePath(next)}>
          Fact no. {next} →
        </Link>
      )}
    </nav>
  );
}

function Joke({ id }: { id: number }) {
  const { data: joke, errorUpdateCount, refetch } = useQuery(singleJoke(id));
  useDocumentTitle(`Fact no. ${id}`);
  if (joke === null) return <NotFoundScreen />;
  return (
    <div className="screen single-screen joke-screen">
      <h1 className="single-title kicker" tabIndex={-1}>
        {`Fact no. ${id}`}
      </h1>
      {joke !== undefined && (
        <>
          <SingleJoke joke={joke} />
          <Neighbors {...joke} />
        </>
      )}
      {joke === undefined && errorUpdateCount === 0 && <Spinner label="Loading..." />}
      {joke === undefined && errorUpdateCount > 0 && (
        <LoadError
          text="Error loading joke. Please try again later."
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

/** One joke at its permanent URL, with links to its neighbors. */
export default function JokeScreen() {
  const { id = '' } = useParams();
  // The contract's format: for anything else there is no need to call the API.
  const isId = /^\d{1,9}$/.test(id) && Number(id) > 0;
  return isId ? <Joke id={Number(id)} /> : <NotFoundScreen />;
}
