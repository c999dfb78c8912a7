import { PRODUCT_NAME, jokeUrls, limits, type JokeWithNeighbors } from '../../contract/index.ts';
import { visitor } from '../../identity.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { escapeMarkup, scriptJson, shorten } from './markup.ts';
import { fillTemplate, type ReadTemplate } from './templates.ts';

/** Search engines show about this many characters of a description. */
const DESCRIPTION_LENGTH = 160;

interface Fact {
  joke: JokeWithNeighbors;
  approvedAt: Date | null;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
}

/** The fact as JSON-LD (https://schema.org/CreativeWork), without the properties that are unknown. */
function structuredData({ joke, approvedAt, origin }: Fact, url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: `Fact no. ${joke.joke_id}`,
    url,
    text: joke.joke_text,
    inLanguage: 'en',
    ...(approvedAt && { datePublished: approvedAt.toISOString() }),
    ...(joke.image_url !== null && { image: origin + joke.image_url }),
    ...(joke.num_votes > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: Number(joke.rating.toFixed(2)),
        ratingCount: joke.num_votes,
        bestRating: limits.ratingMax,
        worstRating: limits.ratingMin,
      },
    }),
  };
}

/** The head of a fact's page, which search engines and link previews read. */
function factHead(fact: Fact): string {
  const { joke, origin } = fact;
  const url = `${origin}/fact/${joke.joke_id}`;
  const title = `Fact no. ${joke.joke_id} | ${PRODUCT_NAME}`;
  const description = shorten(joke.joke_text, DESCRIPTION_LENGTH);
  const image = origin + (joke.image_url ?? '/social-card.png');
  const meta = (kind: 'name' | 'property', key: string, content: string) =>
    `<meta ${kind}="${key}" content="${escapeMarkup(content)}" />`;
  return [
    `<title>${escapeMarkup(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeMarkup(url)}" />`,
    meta('property', 'og:type', 'article'),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:url', url),
    meta('name', 'twitter:image', image),
    `<script type="application/ld+json">${scriptJson(structuredData(fact, url))}</script>`,
  ].join('\n    ');
}

function link(rel: 'prev' | 'next', id: number | null, label: string): string {
  return id === null ? '' : `<a rel="${rel}" href="/fact/${id}">${label}</a>`;
}

function votes(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`;
}

/**
 * The body of a fact's page: the fact for browsers without scripts, and the API's answer for the web
 * app, so that it need not request it.
 */
function factBody(joke: JokeWithNeighbors): string {
  const { joke_id, joke_text, rating, num_votes, previous_id, next_id } = joke;
  const answer = { address: jokeUrls.joke(joke_id), body: joke };
  return `<noscript>
      <article>
        <h1>Fact no. ${joke_id}</h1>
        <p>${escapeMarkup(joke_text)}</p>
        <p>${rating.toFixed(1)}/${limits.ratingMax} (${votes(num_votes)})</p>
        <p>${link('prev', previous_id, 'Previous fact')} ${link('next', next_id, 'Next fact')}</p>
      </article>
    </noscript>
    <script type="application/json" id="first-answer">${scriptJson(answer)}</script>`;
}

export type FactPage = ReturnType<typeof createFactPage>;

/** @param origin the site's origin, such as `https://facts.example` */
export function createFactPage(jokes: JokeService, readTemplate: ReadTemplate, origin: string) {
  /** A fact's page as HTML. @throws ApiError not_found when no approved joke has this id */
  return async (jokeId: number): Promise<string> => {
    const joke = await jokes.single(jokeId);
    const [stored] = await jokes.find(visitor, [jokeId]);
    const head = factHead({ joke, approvedAt: stored?.approved_at ?? null, origin });
    return fillTemplate(await readTemplate('fact'), head, factBody(joke));
  };
}
