import { PRODUCT_NAME } from '../../functions/src/contract/product.ts';
import type { Page } from './pages.ts';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escaped(content)}" />`;
}

/** Structured data about the site for search engines (schema.org). */
function siteData(origin: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: PRODUCT_NAME,
    url: `${origin}/`,
  };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
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
  if (path === '/') lines.push(siteData(origin));
  return lines.join('\n    ');
}
