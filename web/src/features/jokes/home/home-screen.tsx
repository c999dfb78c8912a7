import { Navigate } from 'react-router-dom';
import { Icon } from '../../../components/icon.tsx';
import { Pager } from '../../../components/pager.tsx';
import { useDocumentTitle } from '../../../components/use-document-title.ts';
import { jokePages } from '../joke-queries.ts';
import { useQuery } from '../../../queries/use-query.ts';
import { Intro } from './intro.tsx';
import { JokePage } from './joke-page.tsx';
import { usePageNumber } from '../use-page-number.ts';
import { usePageTurn } from '../use-page-turn.ts';

/** The home screen: what the site is, and the active facts in numbered pages. */
export function HomeScreen() {
  useDocumentTitle();
  const [page, goToPage] = usePageNumber();
  const { data: list, error, stale, reload } = useQuery(jokePages, page);
  const pages = list && Math.max(list.pages, 1);
  const { heading, turnTo } = usePageTurn(page, stale ? undefined : pages, goToPage);

  if (!stale && pages !== undefined && page > pages)
    return <Navigate to={{ search: '' }} replace />;
  return (
    <>
      <Intro total={list?.total} />
      <section aria-labelledby="facts">
        <h2 className="home-heading" id="facts" tabIndex={-1} ref={heading}>
          <Icon name="star" />
          The facts
          <Icon name="star" />
        </h2>
        <JokePage list={list} failed={error !== undefined} stale={stale} onRetry={reload} />
        <Pager page={page} pages={pages} onGo={turnTo} />
      </section>
    </>
  );
}
