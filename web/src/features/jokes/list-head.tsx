import { PRODUCT_NAME, type Joke } from 'functions/contract';
import { Head } from '../../components/head.tsx';
import { jokePath, pagePath, paths } from '../../paths.ts';

interface ListHeadProps {
  title?: string;
  description: string;
  /** the path of the list's first page */
  path: string;
  page?: number;
  /** Number of pages; undefined while loading. */
  pages?: number | undefined;
  /** the jokes on the page; undefined while loading */
  jokes: readonly Joke[] | undefined;
}

/** The metadata of a page of jokes. */
export function ListHead({ title, path, page = 1, pages = 1, jokes = [], ...rest }: ListHeadProps) {
  const suffix = title === undefined ? `Page ${page}` : `${title}, page ${page}`;
  const structuredData = (url: string, origin: string) => {
    const site = { '@type': 'WebSite', name: PRODUCT_NAME, url: origin + paths.home };
    if (url === site.url) return site;
    const items = jokes.map(({ joke_id }, index) => {
      return { '@type': 'ListItem', position: index + 1, url: origin + jokePath(joke_id) };
    });
    const list = { '@type': 'ItemList', itemListElement: items };
    return {
      '@type': 'CollectionPage',
      name: title ?? PRODUCT_NAME,
      url,
      isPartOf: site,
      mainEntity: list,
    };
  };
  return (
    <Head
      title={page === 1 ? title : suffix}
      path={pagePath(path, page)}
      previous={page > 1 ? pagePath(path, page - 1) : undefined}
      next={page < pages ? pagePath(path, page + 1) : undefined}
      data={structuredData}
      {...rest}
    />
  );
}
