import { PRODUCT_NAME } from 'functions/contract';
import type { PageLoader } from '../facts/joke-queries.ts';
import { pageNumberOf } from '../ui/page-numbers.ts';
import { DailyJoke, today } from './daily-joke.tsx';
import styles from './home.module.css';
import { Intro } from './intro.tsx';
import { JokePages, pageOf } from './joke-pages.tsx';

const DESCRIPTION = `${PRODUCT_NAME} since 2005: every one approved by a human. Read them, rate them, add your own.`;

export const loader: PageLoader = async ({ search, load, tryToLoad }) => {
  await load(pageOf(search));
  if (pageNumberOf(search) === 1) await tryToLoad(today);
};

/** The home screen: the joke of the day, an introduction, and the active jokes in numbered pages. */
export default function HomeScreen() {
  return (
    <JokePages
      description={DESCRIPTION}
      intro={(page, total) => (
        <>
          <DailyJoke wanted={page === 1}>
            <h1 className="kicker" tabIndex={-1}>
              Celebrating 20 Years of the Legend
            </h1>
          </DailyJoke>
          <Intro total={total} open={page === 1} />
        </>
      )}
      heading={(ref) => (
        <h2 className={styles.heading} id="facts" tabIndex={-1} ref={ref}>
          The facts
        </h2>
      )}
    />
  );
}
