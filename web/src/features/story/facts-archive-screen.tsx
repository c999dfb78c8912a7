import { paths } from '../../paths.ts';
import { Signposts, StoryPage } from './story.tsx';

/** The landing page for the URLs of the old numbered pages. */
export default function FactsArchiveScreen() {
  return (
    <StoryPage
      kicker="You followed an old bookmark"
      title="Facts Archive"
      description="Where the old numbered pages went, and where the facts are now."
      path={paths.factsArchive}
      lead="The old numbered pages are closed. The facts walked out by themselves, and this is where they went."
    >
      <p className="story-note">
        Old links pointed to page numbers, and facts change pages whenever we add one. So your link
        no longer leads to a single page; it leads here.
      </p>
      <Signposts
        label="Where the facts went"
        posts={[
          [
            'home',
            'Every approved fact, newest first, twenty to a page. These are the numbered pages now.',
          ],
          [
            'top',
            'The hundred best rated, in order. If you were after a favorite, it is probably here.',
          ],
          ['newest', 'The forty that were approved last. The ink is dry; it was told to be.'],
          [
            'random',
            'One fact, drawn by lot. Every approved fact has a chance; the promising ones have a better one.',
          ],
          ['submit', 'Room for five hundred characters of your own.'],
          ['about', 'What this site is, and what it has been since 2005.'],
        ]}
      />
    </StoryPage>
  );
}
