import { PRODUCT_NAME, limits, type JokeWithNeighbors } from '../../contract/index.ts';
import { escapeMarkup, scriptJson, shorten } from './markup.ts';

/** Search engines show about this many characters. */
const DESCRIPTION_LENGTH = 160;

interface Fact {
  joke: JokeWithNeighbors;
  approvedAt: Date | null;
  /** the page's own address */
  address: string;
  /** the site's, such as `https://facts.example` */
  origin: string;
}

/** The fact in the words of schema.org/CreativeWork; what is not known is left out. */
function structuredData({ joke, approvedAt, address, origin }: Fact): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: `Fact no. ${joke.joke_id}`,
    url: address,
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

/** What stands in the head of a fact's page for those who find or share it. */
export function factHead(fact: Fact): string {
  const { joke, address, origin } = fact;
  const title = `Fact no. ${joke.joke_id} | ${PRODUCT_NAME}`;
  const description = shorten(joke.joke_text, DESCRIPTION_LENGTH);
  const image = origin + (joke.image_url ?? '/social-card.png');
  const meta = (kind: 'name' | 'property', key: string, content: string) =>
    `<meta ${kind}="${key}" content="${escapeMarkup(content)}" />`;
  return [
    `<title>${escapeMarkup(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeMarkup(address)}" />`,
    meta('property', 'og:type', 'article'),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:url', address),
    meta('name', 'twitter:image', image),
    `<script type="application/ld+json">${scriptJson(structuredData(fact))}</script>`,
  ].join('\n    ');
}
