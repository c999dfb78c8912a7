import { PRODUCT_NAME } from 'functions/contract';
import './history.css';
import { paths } from '../../paths.ts';
import { Signposts, StoryPage } from './story.tsx';
import years from './years.json';

/** One row per year; the years on record, when something happened to the site, are set larger. */
function Timeline() {
  return (
    <ol className="timeline">
      {years.map(({ year, text, onRecord = false }) => (
        <li key={year} data-on-record={onRecord}>
          <time className="timeline-year" dateTime={String(year)}>
            {year}
          </time>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** The site's timeline, 2005 to 2025. */
export default function HistoryScreen() {
  return (
    <StoryPage
      kicker="2005–2025"
      title={`The History of ${PRODUCT_NAME}`}
      description={`Twenty years of ${PRODUCT_NAME}, 2005 to 2025.`}
      path={paths.history}
      lead="Two of these years are on record: the first, when the site went live, and the last, when it was relaunched. For the rest we print only what we can prove, which is arithmetic."
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
