import { limits } from 'functions/contract';
import { paths } from '../../paths.ts';
import { Signposts, type Signpost } from './signposts.tsx';
import { StoryPage } from './story-page.tsx';

const POSTS: readonly Signpost[] = [
  {
    to: paths.home,
    figure: String(limits.homePageSize),
    title: 'Home',
    line: 'Every approved fact, newest first, twenty to a page. These are the numbered pages now.',
  },
  {
    to: paths.top,
    figure: String(limits.topSize),
    title: 'Top 100',
    line: 'The hundred best rated, in order. If you were after a favorite, it is probably here.',
  },
  {
    to: paths.newest,
    figure: String(limits.newestSize),
    title: 'Newest',
    line: 'The forty that were approved last. The ink is dry; it was told to be.',
  },
  {
    to: paths.random,
    figure: '1',
    title: 'Random',
    line: 'One fact, drawn blind. Every approved fact has the same chance, and knows it.',
  },
  {
    to: paths.submit,
    figure: '+1',
    title: 'Submit',
    line: 'Room for five hundred characters of your own.',
  },
  {
    to: paths.about,
    figure: '2005',
    title: 'About',
    line: 'What this site is, and what it has been since 2005.',
  },
];

/** The landing page for the URLs of the old numbered pages. */
export default function FactsArchiveScreen() {
  return (
    <StoryPage
      kicker="You followed an old bookmark"
      title="Facts Archive"
      lead="The old numbered pages are closed. The facts walked out by themselves, and this is where they went."
    >
      <p className="story-note">
        A number in an old address counted pages, and pages move up with every fact that is added.
        So it does not lead to one page any more; it leads here.
      </p>
      <Signposts label="Where the facts went" posts={POSTS} />
    </StoryPage>
  );
}
