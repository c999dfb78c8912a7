import { useQuery } from '@tanstack/react-query';
import type { EndpointOutput } from 'functions/contract';
import { jokeTitle, limits } from 'functions/domain';
import { useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { CreativeWork } from 'schema-dts';
import NotFoundScreen, { NotFound } from '../ui/not-found.tsx';
import { cardPath, jokeIdOf, jokePath, paths } from '../paths.ts';
import { LoadError } from '../ui/load-error.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Head } from '../ui/head.tsx';
import { singleJoke, type PageLoader } from '../facts/joke-queries.ts';
import { siteData } from '../facts/list-head.tsx';
import { tryToVote } from '../facts/votes.ts';
import { AnotherLink } from '../facts/another-link.tsx';
import { SingleJoke } from '../facts/single-joke.tsx';
import { useFactGestures } from '../facts/use-fact-gestures.ts';
import frame from '../facts/single-screen.module.css';
import styles from './joke.module.css';
import { RelatedJokes, relatedTo } from './related-jokes.tsx';

export const loader: PageLoader = async ({ params, load, tryToLoad }) => {
  const id = jokeIdOf(params['id']);
  if (id === undefined) return;
  await load(singleJoke(id));
  await tryToLoad(relatedTo(id));
};

function Neighbors({ joke }: { joke: EndpointOutput<'getJoke'> }) {
  const { previous_id: previous, next_id: next } = joke;
  return (
    <nav className={`${styles.ways} row`} aria-label="More facts">
      {previous !== null && (
        <Link rel="prev" to={jokePath(previous)}>
          {`Previous: no. ${previous}`}
        </Link>
      )}
      {next !== null && (
        <Link rel="next" to={jokePath(next)}>
          {`Next: no. ${next}`}
        </Link>
      )}
    </nav>
  );
}

/** The joke as a CreativeWork for search engines, with a rating after the first vote. */
function JokeHead({ joke }: { joke: EndpointOutput<'getJoke'> }) {
  const { joke_id: id, joke_text: text, image_url: image, rating, num_votes } = joke;
  const structuredData = (url: string, origin: string): CreativeWork => ({
    '@type': 'CreativeWork',
    name: `Fact no. ${id}`,
    url,
    text,
    inLanguage: 'en',
    dateCreated: joke.created_at,
    isPartOf: siteData(origin),
    ...(image !== null && { image: origin + image }),
    ...(num_votes > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: Number(rating.toFixed(2)),
        ratingCount: num_votes,
        bestRating: limits.ratingMax,
        worstRating: limits.ratingMin,
      },
    }),
  });
  return (
    <Head
      title={jokeTitle(joke)}
      description={text}
      path={jokePath(id)}
      type="article"
      card={cardPath(id, 'wide')}
      data={structuredData}
    />
  );
}

function Joke({ id }: { id: number }) {
  const { data, errorUpdateCount, refetch } = useQuery(singleJoke(id));
  const navigate = useNavigate();
  const screen = useRef<HTMLDivElement>(null);
  const joke = data === undefined || 'missing' in data ? undefined : data;
  const goToAnother = () => void navigate(paths.random);
  useFactGestures(screen, {
    onAnother: goToAnother,
    onRate: (stars) => joke && tryToVote(joke, stars),
  });
  // The joke does not exist or is not public; visitors must not learn which.
  if (data !== undefined && 'missing' in data) {
    return (
      <NotFound title={data.missing.replace(/\.$/, '')}>
        Chuck Norris looked for it once, and it has been hiding ever since.
      </NotFound>
    );
  }
  return (
    <>
      <div className={frame.screen} ref={screen}>
        {joke ? <JokeHead joke={joke} /> : <Head title={`Fact no. ${id}`} />}
        <h1 className="kicker" tabIndex={-1}>
          {`Fact no. ${id}`}
        </h1>
        {joke && (
          <>
            <SingleJoke joke={joke} />
            <Neighbors joke={joke} />
            <AnotherLink onNext={goToAnother} />
          </>
        )}
        {!joke && errorUpdateCount === 0 && <Spinner label="Loading..." />}
        {!joke && errorUpdateCount > 0 && (
          <LoadError
            saved
            text="Error loading joke. Please try again later."
            onRetry={() => void refetch()}
          />
        )}
      </div>
      {joke && <RelatedJokes key={id} joke={joke} />}
    </>
  );
}

/** One joke at its permanent URL, with links to a random one, its neighbors and similar ones. */
export default function JokeScreen() {
  const id = jokeIdOf(useParams().id);
  return id === undefined ? <NotFoundScreen /> : <Joke id={id} />;
}
