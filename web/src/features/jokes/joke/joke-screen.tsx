import { useQuery } from '@tanstack/react-query';
import { API_BASE_PATH, type EndpointOutput } from 'functions/contract';
import { jokeTitle, limits } from 'functions/domain';
import { useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { CreativeWork } from 'schema-dts';
import NotFoundScreen from '../../../ui/not-found-screen.tsx';
import { jokeIdOf, jokePath, paths } from '../../../paths.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Head } from '../../../ui/head.tsx';
import { singleJoke } from '../joke-queries.ts';
import { siteData } from '../list-head.tsx';
import { tryToVote } from '../send-votes.ts';
import { AnotherLink } from '../single/another-link.tsx';
import { SingleJoke } from '../single/single-joke.tsx';
import { useFactGestures } from '../single/use-fact-gestures.ts';
import '../single/single-screen.css';
import '../../../ui/not-found-screen.css';
import './joke-screen.css';
import { RelatedJokes } from './related-jokes.tsx';
import { VoteBars } from './vote-bars.tsx';

/** Links to the approved jokes with the next lower and next higher id, and to what follows. */
function Neighbors({ joke, onMore }: { joke: EndpointOutput<'getJoke'>; onMore: () => void }) {
  const { previous_id: previous, next_id: next } = joke;
  return (
    <nav className="single-ways neighbors" aria-label="More facts">
      {previous !== null && (
        <Link rel="prev" aria-keyshortcuts="ArrowLeft" to={jokePath(previous)}>
          ← No. {previous}
        </Link>
      )}
      <a
        href="#more"
        onClick={(event) => {
          event.preventDefault();
          onMore();
        }}
      >
        More like this ↓
      </a>
      {next !== null && (
        <Link rel="next" aria-keyshortcuts="ArrowRight" to={jokePath(next)}>
          No. {next} →
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
      card={`${API_BASE_PATH}/cards/${id}.png`}
      data={structuredData}
    />
  );
}

/** For a number that no visitor may see, whatever the reason. */
function Missing({ sentence }: { sentence: string }) {
  return (
    <div className="single-stage single-missing">
      <Head title={sentence.replace(/\.$/, '')} />
      <h1 tabIndex={-1}>{sentence}</h1>
      <p className="not-found">
        Chuck Norris looked for it once, and it has been hiding ever since.{' '}
        <Link to={paths.search}>Search the facts</Link>
      </p>
    </div>
  );
}

function Joke({ id }: { id: number }) {
  const { data, errorUpdateCount, refetch } = useQuery(singleJoke(id));
  const navigate = useNavigate();
  const screen = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLHeadingElement>(null);
  const isMissing = data !== undefined && 'missing' in data;
  const joke = isMissing ? undefined : data;
  const goToAnother = () => void navigate(paths.random);
  useFactGestures(screen, {
    onAnother: goToAnother,
    onNeighbor: (neighbor) => {
      const to = joke?.[neighbor];
      if (typeof to === 'number') void navigate(jokePath(to));
    },
    onRate: (stars) => joke && tryToVote(joke, stars),
  });
  return (
    <>
      <div className="screen single-screen" ref={screen}>
        {joke && <JokeHead joke={joke} />}
        {data === undefined && <Head title={`Fact no. ${id}`} />}
        {isMissing ? (
          <Missing sentence={data.missing} />
        ) : (
          <h1 className="single-title kicker" tabIndex={-1}>
            {`Fact no. ${id}`}
          </h1>
        )}
        {joke && <SingleJoke joke={joke} />}
        {joke && <Neighbors joke={joke} onMore={() => more.current?.focus()} />}
        {data === undefined && errorUpdateCount === 0 && <Spinner label="Loading..." />}
        {data === undefined && errorUpdateCount > 0 && (
          <LoadError
            text="Error loading joke. Please try again later."
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && <AnotherLink onNext={goToAnother} />}
      </div>
      {joke && <VoteBars jokeId={id} />}
      {joke && <RelatedJokes key={id} joke={joke} heading={more} />}
    </>
  );
}

/** One joke at its permanent URL, with ways on: another one, its neighbors, and those that share its words. */
export function JokeScreen() {
  const id = jokeIdOf(useParams().id);
  return id === undefined ? <NotFoundScreen /> : <Joke id={id} />;
}
