import { limits, PRODUCT_NAME } from 'functions/contract';
import { paths } from '../../paths.ts';
import { Signposts, type Signpost } from './signposts.tsx';
import { StoryPage } from './story-page.tsx';
import { Timeline } from './timeline.tsx';

const POSTS: readonly Signpost[] = [
  {
    to: paths.top,
    figure: String(limits.topSize),
    title: 'Top 100',
    line: 'What twenty years of facts come down to, by order of the stars.',
  },
  {
    to: paths.home,
    figure: String(limits.homePageSize),
    title: 'Home',
    line: 'All of them, twenty to a page.',
  },
  {
    to: paths.random,
    figure: '1',
    title: 'Random',
    line: 'One of them. It will be the right one.',
  },
  {
    to: paths.submit,
    figure: '+1',
    title: 'Submit',
    line: 'One of yours, for the next twenty years.',
  },
];

/** The site's timeline, 2005 to 2025. */
export default function HistoryScreen() {
  return (
    <StoryPage
      kicker="2005–2025"
      title={`The History of ${PRODUCT_NAME}`}
      lead="Of these years, two are on record: in the first the site went live, in the last it was relaunched. About the years in between we print only what can be proved, which is arithmetic."
    >
      <Timeline />
      <h2 className="story-onward">The rest is not history yet</h2>
      <Signposts label="Where to go next" posts={POSTS} />
    </StoryPage>
  );
}
