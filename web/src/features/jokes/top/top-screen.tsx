import { limits, PRODUCT_NAME } from 'functions/contract';
import { Navigate } from 'react-router-dom';
import { useDocumentTitle } from '../../../components/use-document-title.ts';
import { useQuery } from '../../../api/use-query.ts';
import { topJokes } from '../joke-queries.ts';
import { ListStates } from '../list-states.tsx';
import { usePageNumber } from '../use-page-number.ts';
import { usePageTurn } from '../use-page-turn.ts';
import { NumberedPager } from './numbered-pager.tsx';
import { TOP_PAGE_SIZE } from './page-window.ts';
import { RankedList } from './ranked-list.tsx';
import './top-screen.css';

const TITLE = `Top 100 ${PRODUCT_NAME}`;

/** The Top 100 in rank order, ten per page. */
export function TopScreen() {
  useDocumentTitle(TITLE);
  const [page, goToPage] = usePageNumber();
  const { data, error, reload } = useQuery(topJokes, limits.topSize);
  const pages = data && Math.max(1, Math.ceil(data.jokes.length / TOP_PAGE_SIZE));
  const { heading, turnTo, turnInPlace } = usePageTurn(page, pages, goToPage);
  const skipped = (page - 1) * TOP_PAGE_SIZE;

  if (pages !== undefined && page > pages) return <Navigate to={{ search: '' }} replace />;
  return (
    <div className="screen">
      <h1 className="top-title" tabIndex={-1} ref={heading}>
        {TITLE}
      </h1>
      <ListStates
        list={data}
        failed={error !== undefined}
        errorText="Error loading top jokes. Please try again later."
        onRetry={reload}
      >
        {({ jokes, total }) => (
          <>
            <div className="top-standing">
              <h2>{total === 1 ? '1 fact' : `${total.toLocaleString()} facts`}</h2>
              <p>
                Page {page} of {pages}
              </p>
            </div>
            <NumberedPager
              label="Pages, above the list"
              page={page}
              pages={pages ?? 1}
              onGo={turnInPlace}
            />
            <RankedList jokes={jokes.slice(skipped, skipped + TOP_PAGE_SIZE)} first={skipped + 1} />
            <NumberedPager
              label="Pages, below the list"
              page={page}
              pages={pages ?? 1}
              onGo={turnTo}
            />
          </>
        )}
      </ListStates>
    </div>
  );
}
