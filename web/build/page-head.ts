import { PRODUCT_NAME } from '../../functions/src/contract/product.ts';
import list from './pages.json' with { type: 'json' };

/** A page that the build writes as an HTML file. */
export interface Page {
  /** its path, or a pattern of paths */
  path: string;
  /** the path to render, for a pattern; the page is rendered without data, so any id works */
  renderedAs?: string | undefined;
  /** the file name in the build output */
  file: string;
  /** the title, the same as the screen sets */
  title: string;
  description: string;
  /** the screen's module below `web`, to preload its code; omitted if it is in the main bundle */
  screen?: string | undefined;
  /** False if search engines must not index it. */
  indexed?: boolean | undefined;
}

/** The public pages; all but the last two are in the sitemap. */
export const pages: readonly Page[] = list;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escaped(content)}" />`;
}

/**
 * The tags of a page's head: title, description, canonical URL and the card shown when the page is
 * shared.
 * @param origin of the site, such as `https://example.org`
 */
export function pageHead(
  { path, title, description, indexed = true }: Page,
  origin: string,
): string {
  const lines = [`<title>${escaped(title)}</title>`, meta('name', 'description', description)];
  if (indexed) {
    const url = `${origin}${path}`;
    lines.push(
      `<link rel="canonical" href="${url}" />`,
      meta('property', 'og:type', 'website'),
      meta('property', 'og:site_name', PRODUCT_NAME),
      meta('property', 'og:title', title),
      meta('property', 'og:description', description),
      meta('property', 'og:url', url),
      meta('property', 'og:image', `${origin}/social-card.png`),
      meta('name', 'twitter:card', 'summary_large_image'),
    );
  } else {
    lines.push(meta('name', 'robots', 'noindex'));
  }
  if (path === '/') {
    // Structured data about the site for search engines (schema.org).
    const site = { '@context': 'https://schema.org', '@type': 'WebSite', name: PRODUCT_NAME };
    const data = JSON.stringify({ ...site, url: `${origin}/` });
    lines.push(`<script type="application/ld+json">${data}</script>`);
  }
  return lines.join('\n    ');
}
