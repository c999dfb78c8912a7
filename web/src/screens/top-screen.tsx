import { countText } from '../ui/format.ts';
import { useQuery } from '@tanstack/react-query';
import { PRODUCT_NAME, type Joke } from 'functions/contract';
import { Choices } from '../ui/choices.tsx';
import { NoSuchPage } from '../ui/not-found.tsx';
import { slidingPages } from '../ui/page-numbers.ts';
import { Pager } from '../ui/pager.tsx';
import { Link, useSearchParams } from 'react-router-dom';
import { jokePath, jokeCalls, paths } from '../paths.ts';
import { JokeCard, ListFrame } from '../facts/joke-card.tsx';
import { AdminImageButton } from '../facts/joke-image.tsx';
import { queryOf, TOP_PAGE_SIZE, type PageLoader } from '../facts/joke-queries.ts';
import { ListHead } from '../facts/list-head.tsx';
import { ListStates } from '../facts/list-states.tsx';
import { usePages } from '../facts/use-pages.ts';
import styles from './top.module.css';

const TITLE = `Top 100 ${PRODUCT_NAME}`;
/** Explains the ranking: see scoreOf in the catalog. */
const ORDER =
  'Best average first. Each fact starts with ten average votes, so that a few perfect ones prove nothing. Where the averages look the same, the hundredths decide, or the number of votes.';
const ALL_TIME = {
  label: 'All time',
  path: paths.top,
  ranking: queryOf(jokeCalls.top),
};
const WEEK = {
  label: 'This week',
  path: `${paths.top}?period=week`,
  ranking: queryOf(jokeCalls.topOfWeek),
};
/** A week's ranking with fewer jokes is followed by the best of all time. */
const FEWEST_OF_WEEK = 10;

const periodOf = (search: URLSearchParams) => (search.get('period') === 'week' ? WEEK : ALL_TIME);

export const loader: PageLoader = async ({ search, load, tryToLoad }) => {
  const period = periodOf(search);
  const { total } = await load(period.ranking);
  if (period === WEEK && total < FEWEST_OF_WEEK) await tryToLoad(ALL_TIME.ranking);
};

const FAILED = 'Error loading top jokes. Please try again later.';
const DESCRIPTION = `The 100 best ${PRODUCT_NAME}, ranked by their readers' votes.`;

/** Of the days of a week in UTC, which begins on Monday: those on which it is young. */
const FIRST_DAYS = [1, 2];

/** Explains why a week's ranking is short. */
function WeekNote({ total }: { total: number }) {
  const isYoung = FIRST_DAYS.includes(new Date().getUTCDay());
  const count = total === 0 ? 'No fact has' : countText(total, 'fact has', 'facts have');
  const text = isYoung
    ? `The week is young. ${count} five votes yet. `
    : `${count} five votes this week. `;
  return (
    <p className={styles.note}>
      {/* The page may have been rendered yesterday. */}
      <span suppressHydrationWarning>{text}</span>
      <Link to={paths.random}>Cast some</Link>.
    </p>
  );
}

function RankedCard({ joke, rank }: { joke: Joke; rank: number }) {
  const label = `Rank ${rank}, fact no. ${joke.joke_id}`;
  return (
    <JokeCard
      joke={joke}
      label={label}
      heading={
        <div className={styles.head}>
          <h3 className={styles.rank}>
            <Link to={jokePath(joke.joke_id)} aria-label={label}>
              {rank}
            </Link>
          </h3>
          <AdminImageButton joke={joke} />
        </div>
      }
    />
  );
}

/** A page of ranked jokes. @param skipped the number of those before it */
function RankedList({ jokes, skipped }: { jokes: readonly Joke[]; skipped: number }) {
  return (
    <ListFrame start={skipped + 1}>
      {jokes.slice(skipped, skipped + TOP_PAGE_SIZE).map((joke, index) => (
        <li key={joke.joke_id}>
          <RankedCard joke={joke} rank={skipped + 1 + index} />
        </li>
      ))}
    </ListFrame>
  );
}

/** What follows a week's ranking that is short. */
function BestOfAllTime() {
  const query = useQuery(ALL_TIME.ranking);
  return (
    <section aria-labelledby="all-time">
      <h2 id="all-time">The best of all time</h2>
      <ListStates query={query} errorText={FAILED}>
        {({ jokes }) => <RankedList jokes={jokes} skipped={0} />}
      </ListStates>
    </section>
  );
}

/** The Top 100 in rank order, ten per page. */
export default function TopScreen() {
  const [search] = useSearchParams();
  const period = periodOf(search);
  const { path, ranking } = period;
  const query = useQuery(ranking);
  const pages = query.data && Math.ceil(query.data.jokes.length / TOP_PAGE_SIZE);
  const total = query.data?.total ?? 0;
  const isShort = period === WEEK && query.data !== undefined && total < FEWEST_OF_WEEK;
  const { page, last, heading, pager, turnInPlace } = usePages(path, pages);

  if (last !== undefined) return <NoSuchPage path={path} last={last} />;
  const skipped = (page - 1) * TOP_PAGE_SIZE;
  const numbers = slidingPages(page, pages ?? 1);
  return (
    <div className="screen">
      <ListHead
        title={period === WEEK ? `${TITLE} This Week` : TITLE}
        description={DESCRIPTION}
        path={path}
        page={page}
        jokes={query.data?.jokes.slice(skipped, skipped + TOP_PAGE_SIZE)}
      />
      <h1 className={styles.title} tabIndex={-1} ref={heading}>
        {TITLE}
      </h1>
      <div className={`${styles.standing} spread`}>
        <Choices label="Period" choices={[ALL_TIME, WEEK]} current={path} />
        {total > 0 && (
          <>
            <div className="row">
              <h2>{countText(total, 'fact')}</h2>
              <p>{`Page ${page} of ${pages}`}</p>
            </div>
            <Pager
              label="Pages, above the list"
              {...pager}
              numbers={numbers}
              slim
              onGo={turnInPlace}
            />
          </>
        )}
      </div>
      <ListStates
        query={query}
        errorText={FAILED}
        empty={isShort ? <WeekNote total={0} /> : undefined}
      >
        {({ jokes }) => (
          <>
            {isShort && <WeekNote total={total} />}
            <RankedList jokes={jokes} skipped={skipped} />
            <Pager label="Pages, below the list" {...pager} numbers={numbers} />
            <p className={styles.note}>{ORDER}</p>
          </>
        )}
      </ListStates>
      {isShort && <BestOfAllTime />}
    </div>
  );
}
