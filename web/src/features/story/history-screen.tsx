import { PRODUCT_NAME } from 'functions/contract';
import './history.css';
import { paths } from '../../paths.ts';
import { Signposts, StoryPage } from './story.tsx';
import timeline from './years.json';

interface Year {
  year: number;
  /** what the year's number has to say */
  text?: string;
  /** whether something happened to the site */
  large?: boolean;
  /** what is documented, each with its sources */
  record?: readonly {
    text: string;
    sources: readonly { name: string; url: string }[];
  }[];
}

const years: readonly Year[] = timeline;

/** One row per year, with what is on record; the years when something happened to the site are set larger. */
function Timeline() {
  return (
    <ol className="timeline">
      {years.map(({ year, text, large, record = [] }) => (
        <li key={year} data-large={large} data-on-record={record.length > 0}>
          <time className="timeline-year" dateTime={String(year)}>
            {year}
          </time>
          <div className="timeline-text">
            {text !== undefined && <p>{text}</p>}
            {record.map((entry) => (
              <p className="timeline-record" key={entry.text}>
                {entry.text}{' '}
                <span className="timeline-sources">
                  Sources:{' '}
                  {entry.sources.map(({ name, url }, index) => (
                    <span key={url}>
                      <a href={url} rel="external noreferrer">
                        {name}
                      </a>
                      {index < entry.sources.length - 1 && '; '}
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
      lead="What is on record stands here with its sources. For the other years we print only what we can prove, which is arithmetic."
    >
      <Timeline />
      <h2 className="story-onward">The rest is not history yet</h2>
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
