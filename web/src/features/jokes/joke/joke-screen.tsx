import { useQuery } from '@tanstack/react-query';
import { API_BASE_PATH, type EndpointOutput } from 'functions/contract';
import { jokeTitle, limits } from 'functions/domain';
import { use, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { CreativeWork } from 'schema-dts';
import NotFoundScreen from '../../../components/not-found-screen.tsx';
import { jokeIdOf, jokePath, paths } from '../../../paths.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { Head, SiteOrigin } from '../../../components/head.tsx';
import { singleJoke } from '../joke-queries.ts';
import { siteData } from '../list-head.tsx';
import { SingleJoke } from '../single/single-joke.tsx';
import { useFactGestures } from '../single/use-fact-gestures.ts';
import '../single/single-screen.css';
import './joke-screen.css';

/** Links to the approved jokes with the next lower and next higher id. */
function Neighbors({ previous_id: previous, next_id: next }: EndpointOutput<'getJoke'>) {
  return (
    <nav className="neighbors" aria-label="Previous and next fact">
      {previous !== null && (
        <Link rel="prev" aria-keyshortcuts="ArrowLeft" to={jokePath(previous)}>
          ← Fact no. {previous}
        </Link>
      )}
      {next !== null && (
        <Link rel="next" aria-keyshortcuts="ArrowRight" to={jokePath(next)}>
          Fact no. {next} →
        </Link>
      )}
    </nav>
  );
}

/** Lets other sites find out how to embed a joke, see `getOEmbed`. */
function OEmbedLink({ id }: { id: number }) {
  const origin = use(SiteOrigin);
  return (
    <link
      rel="alternate"
      type="application/json+oembed"
      href={`${origin}${API_BASE_PATH}/oembed?url=${encodeURIComponent(origin + jokePath(id))}`}
      title={`Fact no. ${id}`}
    />
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

function Joke({ id }: { id: number }) {
  const { data: joke, errorUpdateCount, refetch } = useQuery(singleJoke(id));
  const navigate = useNavigate();
  const screen = useRef<HTMLDivElement>(null);
  useFactGestures(screen, {
    onAnother: () => void navigate(paths.random),
    onNeighbor: (neighbor) => {
      const to = joke?.[neighbor];
      if (typeof to === 'number') void navigate(jokePath(to));
    },
  });
  if (joke === null) return <NotFoundScreen />;
  return (
    <div className="screen single-screen joke-screen" ref={screen}>
      {joke && <OEmbedLink id={id} />}
      {joke ? <JokeHead joke={joke} /> : <Head title={`Fact no. ${id}`} />}
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
  const id = jokeIdOf(useParams().id);
  return id === undefined ? <NotFoundScreen /> : <Joke id={id} />;
}
