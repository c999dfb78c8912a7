import { PRODUCT_NAME } from 'functions/contract';
import { paths } from '../../paths.ts';
import styles from './story.module.css';
import { Signposts, StoryPage } from './story.tsx';
import timeline from './years.json';

interface Year {
  year: number;
  /** a remark on the year's number */
  text?: string;
  /** whether it is an event in the site's own history, which is set larger */
  large?: boolean;
  /** documented events, each with its sources */
  record?: readonly {
    text: string;
    sources: readonly { name: string; url: string }[];
  }[];
}

const years: readonly Year[] = timeline;

function Timeline() {
  return (
    <ol className={styles.entries}>
      {years.map(({ year, text, large, record = [] }) => (
        <li key={year} className={styles.entry} data-marked={large === true || record.length > 0}>
          <time className={styles.figure} dateTime={String(year)}>
            {year}
          </time>
          <div className={`${styles.text} stack`}>
            {text !== undefined && <p className={large ? styles.event : undefined}>{text}</p>}
            {record.map((entry) => (
              <p key={entry.text}>
                <span>{entry.text}</span>{' '}
                <span className={styles.sources}>
                  Sources:{' '}
                  {entry.sources.map(({ name, url }, index) => (
                    <span key={url}>
                      <a href={url} rel="external noreferrer">
                        {name}
                      </a>
                      {index < entry.sources.length - 1 && <span>; </span>}
                    </span>
                  ))}
                </span>
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The site's timeline, 2005 to 2025, and the documented story of the phenomenon. */
export default function HistoryScreen() {
  return (
    <StoryPage
      kicker="2005–2025"
      title={`The History of ${PRODUCT_NAME}`}
      description={`Twenty years of ${PRODUCT_NAME}, 2005 to 2025, and how the facts began: with sources.`}
      path={paths.history}
      lead="What’s on record comes with sources. For the other years we print only what we can prove: arithmetic."
    >
      <Timeline />
      <h2 className={styles.onward}>The rest is not history yet</h2>
      <Signposts
        label="Where to go next"
        posts={[
          ['top', 'What twenty years of facts come down to, by order of the stars.'],
          ['home', 'All of them, twenty to a page.'],
          ['random', 'One of them. It will be the right one.'],
          ['submit', 'One of yours, for the next twenty years.'],
        ]}
      />
    </StoryPage>
  );
}
