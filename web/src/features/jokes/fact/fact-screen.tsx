import { ApiError } from 'functions/contract';
import { useMatch } from 'react-router-dom';
import NotFoundScreen from '../../../app/not-found-screen.tsx';
import { paths } from '../../../app/paths.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useDocumentTitle } from '../../../components/use-document-title.ts';
import { useQuery } from '../../../queries/use-query.ts';
import { singleJokes } from '../joke-queries.ts';
import { SingleFact } from '../single/single-fact.tsx';
import '../single/single-screen.css';
import './fact-screen.css';
import { Neighbors } from './neighbors.tsx';

/** One fact under its permanent address, and the way to the ones beside it. */
export default function FactScreen() {
  const id = Number(useMatch(paths.fact)?.params['id']);
  const { data: joke, stale, error, reload } = useQuery(singleJokes, id);
  // Before the answer is there the page looks the same for every fact, as it was prerendered.
  const title = joke ? `Fact no. ${joke.joke_id}` : 'A fact';
  useDocumentTitle(title);

  // No id, or that of no approved fact.
  const isNone = error instanceof ApiError && ['invalid_input', 'not_found'].includes(error.code);
  if (isNone) return <NotFoundScreen />;
  return (
    <div className="screen single-screen fact" aria-busy={stale}>
      <h1 className="single-title kicker" tabIndex={-1}>
        {title}
      </h1>
      {joke !== undefined && (
        <>
          <SingleFact joke={joke} />
          <Neighbors previous={joke.previous_id} next={joke.next_id} />
        </>
      )}
      {joke === undefined && error === undefined && <Spinner label="Loading..." />}
      {joke === undefined && error !== undefined && (
        <LoadError text="Error loading joke. Please try again later." onRetry={reload} />
      )}
    </div>
  );
}
