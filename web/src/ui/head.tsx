import { PRODUCT_NAME } from 'functions/contract';
import { createContext, use } from 'react';
import type { Thing } from 'schema-dts';
import { shorten } from './format.ts';

/** The site's origin, such as `https://facts.example`. */
export const SiteOrigin = createContext('');

/** Search engines show about this many characters of a description. */
const DESCRIPTION_LENGTH = 160;

/** JSON that is safe inside a script element: nothing in it can end the element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Data about the page for search engines (https://schema.org), as JSON-LD. */
function StructuredData({ data }: { data: Exclude<Thing, string> }) {
  const json = scriptJson({ '@context': 'https://schema.org', ...data });
  return <script type="application/ld+json">{json}</script>;
}

interface HeadProps {
  /** The document's title is '{title} | {product}', or the product name without a title. */
  title?: string | undefined;
  description?: string | undefined;
  /** The canonical path. Pages without one must not be indexed. */
  path?: string | undefined;
  /** `article` for a single joke */
  type?: 'website' | 'article';
  /** the path of the card for link previews: the description as a PNG of 1200 × 630 pixels */
  card?: string | undefined;
  /** Structured data; gets the canonical URL and the site's origin. */
  data?: (url: string, origin: string) => Exclude<Thing, string>;
}

/**
 * A screen's metadata, which React moves into the document's head: title, description, canonical URL
 * and the card shown when the page is shared. Neighbors in a series are links of the page: from a
 * `<link rel="next">`, Firefox would load a page that nobody asked for.
 */
export function Head(props: HeadProps) {
  const { title, path, type = 'website', card, data } = props;
  const origin = use(SiteOrigin);
  const fullTitle = title === undefined ? PRODUCT_NAME : `${title} | ${PRODUCT_NAME}`;
  if (path === undefined) {
    return (
      <>
        <title>{fullTitle}</title>
        <meta name="robots" content="noindex" />
      </>
    );
  }
  const url = origin + path;
  const description = shorten(props.description ?? '', DESCRIPTION_LENGTH);
  const image = origin + (card ?? '/social-card.png');
  const alt = card === undefined ? `${PRODUCT_NAME}, since 2005` : description;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={fullTitle} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={alt} />
      {data && <StructuredData data={data(url, origin)} />}
    </>
  );
}
