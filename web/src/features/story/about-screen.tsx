import { PRODUCT_NAME } from 'functions/contract';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Chapter } from './chapter.tsx';
import { Legacy } from './legacy.tsx';
import { Statistics } from './statistics.tsx';
import { StoryPage } from './story-page.tsx';

/** The site's story, legacy, relaunch and statistics. */
export default function AboutScreen() {
  return (
    <StoryPage
      kicker="Since 2005"
      title={`About ${PRODUCT_NAME}`}
      lead="This site collects what can be said of one man in five hundred characters or fewer. The limit is nervous."
    >
      <Chapter figure="2005" title="The story">
        <p>
          The site went live in 2005 to write down facts about Chuck Norris. Whether they are true
          is not a question that has come up twice.
        </p>
        <p>
          It works without ceremony. Visitors write the facts, visitors rate them, and somebody
          reads every submission before it is added. There is no editor in chief. There is one
          chief, and he does not edit.
        </p>
      </Chapter>
      <Chapter figure="5 ★" title="The legacy">
        <Legacy />
      </Chapter>
      <Chapter figure="2025" title="The relaunch">
        <p>
          Twenty years in, the site was relaunched. It can be installed as an app and it works
          without a connection, since he has never waited for one. Some facts come with a picture
          that an AI has drawn; it was told what to draw and, wisely, drew it.
        </p>
        <p>
          He was not relaunched; there was no need. The years in between have{' '}
          <Link to={paths.history}>a page of their own</Link>.
        </p>
      </Chapter>
      <Statistics />
    </StoryPage>
  );
}
