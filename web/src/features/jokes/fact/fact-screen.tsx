import { ApiError } from 'functions/contract';
import { useMatch } from 'react-router-dom';
import NotFoundScreen from '../../../app/not-found-screen.tsx';
import { paths } from '../../../paths.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useDocumentTitle } from '../../../components/use-document-title.ts';
import { useQuery } from '../../../queries/use-query.ts';
import { singleJokes } from '../joke-queries.ts';
import { SingleFact } from '../single/single-fact.tsx';
import '../single/single-screen.css';
import './fact-screen.css';
import { Neighbors } from './neighbors.tsx';

function titleOf(id: number): string {
  return `Fact no. ${id}`;
}

/** One fact, and the way to the ones beside it. */
function Fact({ id }: { id: number }) {
  const { data: joke, stale, error, reload } = useQuery(singleJokes, id);
  useDocumentTitle(titleOf(id));
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundScreen />;
  return (
    <div className="screen single-screen fact" aria-busy={stale}>
      <h1 className="single-title kicker" tabIndex={-1}>
        {/* Before the answer is there the page looks the same for every fact, as it was prerendered. */}
        {joke ? titleOf(joke.joke_id) : 'A fact'}
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

/** A fact under its permanent address. */
export default function FactScreen() {
  const id = useMatch(paths.fact)?.params['id'] ?? '';
  // As the contract has it; with anything else the API need not be asked.
  const isId = /^\d{1,9}$/.test(id) && Number(id) > 0;
  return isId ? <Fact id={Number(id)} /> : <NotFoundScreen />;
}
