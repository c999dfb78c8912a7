import { PRODUCT_NAME, type Joke } from 'functions/contract';
import type {
  CollectionPage,
  ListItem,
  SearchAction,
  WebSite,
  WithActionConstraints,
} from 'schema-dts';
import { Head } from '../ui/head.tsx';
import { jokePath, pagePath, paths } from '../paths.ts';

/** The site, for search engines. */
export function siteData(origin: string) {
  return { '@type': 'WebSite', name: PRODUCT_NAME, url: origin + paths.home } as const;
}

function searchAction(origin: string): WithActionConstraints<SearchAction> {
  return {
    '@type': 'SearchAction',
    target: `${origin}${paths.search}?q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  };
}

interface ListHeadProps {
  title?: string | undefined;
  description: string;
  /** The path of the list's first page. Without one, search engines must not list it. */
  path: string | undefined;
  page?: number;
  /** the jokes on the page; undefined while loading */
  jokes: readonly Joke[] | undefined;
}

/** The metadata of a page of jokes. */
export function ListHead({ title, path, page = 1, jokes = [], ...rest }: ListHeadProps) {
  const suffix = title === undefined ? `Page ${page}` : `${title}, page ${page}`;
  const structuredData = (url: string, origin: string): WebSite | CollectionPage => {
    const site = siteData(origin);
    if (url === site.url) return { ...site, potentialAction: searchAction(origin) };
    const itemListElement = jokes.map(({ joke_id }, index): ListItem => {
      return { '@type': 'ListItem', position: index + 1, url: origin + jokePath(joke_id) };
    });
    return {
      '@type': 'CollectionPage',
      name: title ?? PRODUCT_NAME,
      url,
      isPartOf: site,
      mainEntity: { '@type': 'ItemList', itemListElement },
    };
  };
  return (
    <Head
      title={page === 1 ? title : suffix}
      path={path && pagePath(path, page)}
      data={structuredData}
      {...rest}
    />
  );
}
