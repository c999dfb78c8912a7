import { useQuery } from '@tanstack/react-query';
import { jokeUrls, PRODUCT_NAME, type Joke } from 'functions/contract';
import { NoSuchPage } from '../../../components/not-found-screen.tsx';
import { slidingPages } from '../../../components/page-numbers.ts';
import { Pager } from '../../../components/pager.tsx';
import { useLocaleNumber } from '../../../components/use-locale-number.ts';
import { pagePath, paths } from '../../../paths.ts';
import { JokeCard } from '../joke-card.tsx';
import { AdminImageButton, JokeImage } from '../joke-image.tsx';
import { lastTopPage, listAt, TOP_PAGE_SIZE } from '../joke-queries.ts';
import { ListHead } from '../list-head.tsx';
import { ListStates } from '../list-states.tsx';
import { usePageNumber, usePageTurn } from '../use-pages.ts';
import './ranked-list.css';
import './top-screen.css';

const TITLE = `Top 100 ${PRODUCT_NAME}`;
const DESCRIPTION = `The 100 best ${PRODUCT_NAME}, ranked by their readers' votes.`;

/** Jokes in rank order, with images. `first` is the rank of the first joke. */
function RankedList({ jokes, first }: { jokes: readonly Joke[]; first: number }) {
  return (
    <ol className="joke-list" start={first}>
      {jokes.map((joke, index) => (
        <li key={joke.joke_id}>
          <JokeCard joke={joke} rank={first + index}>
            <div className="ranked-image">
              <JokeImage
                joke={joke}
                sizes="(min-width: 1200px) 320px, (min-width: 1024px) 240px, (min-width: 768px) 200px, calc(100vw - 32px)"
              />
            </div>
            <AdminImageButton joke={joke} />
          </JokeCard>
        </li>
      ))}
    </ol>
  );
}

/** The Top 100 in rank order, ten per page. */
export function TopScreen() {
  const inLocale = useLocaleNumber();
  const page = usePageNumber();
  const query = useQuery(listAt('listTopJokes', jokeUrls.top));
  const pages = query.data && lastTopPage(query.data);
  const { heading, turnTo, turnInPlace } = usePageTurn(page, pages);
  const missing = pages !== undefined && page > pages;

  if (missing) return <NoSuchPage path={paths.top} last={pages} />;
  const skipped = (page - 1) * TOP_PAGE_SIZE;
  const urlOf = (number: number) => pagePath(paths.top, number);
  const pager = { page, pages, numbers: slidingPages(page, pages ?? 1), urlOf };
  return (
    <div className="screen">
      <ListHead
        title={TITLE}
        description={DESCRIPTION}
        path={paths.top}
        page={page}
        jokes={query.data?.jokes.slice(skipped, skipped + TOP_PAGE_SIZE)}
      />
      <h1 className="top-title" tabIndex={-1} ref={heading}>
        {TITLE}
      </h1>
      <ListStates query={query} errorText="Error loading top jokes. Please try again later.">
        {({ jokes, total }) => (
          <>
            <div className="top-head">
              <div className="top-standing">
                <h2>{total === 1 ? '1 fact' : `${inLocale(total)} facts`}</h2>
                <p>
                  Page {page} of {pages}
                </p>
              </div>
              <Pager label="Pages, above the list" {...pager} onGo={turnInPlace} />
            </div>
            <RankedList jokes={jokes.slice(skipped, skipped + TOP_PAGE_SIZE)} first={skipped + 1} />
            <Pager label="Pages, below the list" {...pager} onGo={turnTo} />
          </>
        )}
      </ListStates>
    </div>
  );
}
