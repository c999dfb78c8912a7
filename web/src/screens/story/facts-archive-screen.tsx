import { paths } from '../../paths.ts';
import styles from './story.module.css';
import { Signposts, StoryPage } from './story.tsx';

/** The landing page for the URLs of the old numbered pages. */
export default function FactsArchiveScreen() {
  return (
    <StoryPage
      kicker="You followed an old bookmark"
      title="Facts Archive"
      description="Where the old numbered pages went, and where the facts are now."
      path={paths.factsArchive}
      lead="The old numbered pages are closed. The facts walked out, and this is where they went."
    >
      <p className={styles.note}>
        Your link named a page number, and every new fact moves the others to another page. So it
        leads here now.
      </p>
      <Signposts
        label="Where the facts went"
        posts={[
          [
            'home',
            'Every approved fact, newest first, twenty to a page. These are the numbered pages now.',
          ],
          ['top', 'The hundred best rated, in order. Your favorite is probably one of them.'],
          ['newest', 'The forty approved last. The ink is dry; it was told to be.'],
          ['random', 'One fact, drawn at random. The good ones get drawn more.'],
          ['submit', 'Room for five hundred characters of your own.'],
          ['about', 'What this site is, and what it has been since 2005.'],
        ]}
      />
    </StoryPage>
  );
}
