import { PRODUCT_NAME } from 'functions/contract';
import { limits } from 'functions/domain';
import { Link } from 'react-router-dom';
import { countText } from '../../ui/format.ts';
import { paths } from '../../paths.ts';
import styles from './story.module.css';
import { Chapter, contactLine, StoryPage } from './story.tsx';

const LEGACY = [
  ['One subject', 'Still the same one. Nobody has proposed a second.'],
  [
    'Short',
    `${countText(limits.jokeMaxCharacters, 'character')} at the most. The legend is large; the sentences need not be.`,
  ],
  [
    'Rated by its readers',
    `One to ${limits.ratingMax} stars, once per fact. A sixth star was considered and stood down.`,
  ],
  ['Open to anyone', 'No account is needed to write a fact. Nerve is.'],
  ['Read before it is printed', 'Every submission is reviewed for quality and originality.'],
] as const;

const STATISTICS = [
  ['2005', 'Online since', 'A good year. It asked whether it could be.'],
  ['15+ years', 'In service', 'We stopped counting at fifteen. He had not started.'],
  ['Thousands of facts', 'On file', 'Each one checked for quality, none for evidence.'],
] as const;

/** The site's story, legacy, relaunch and statistics. */
export default function AboutScreen() {
  return (
    <StoryPage
      kicker="Since 2005"
      title={`About ${PRODUCT_NAME}`}
      description={`About ${PRODUCT_NAME}: live since 2005, relaunched in 2025, rated by its readers.`}
      path={paths.about}
      lead="This site collects what can be said of one man in five hundred characters or fewer. The limit is nervous."
    >
      <Chapter figure="2005" title="The story">
        <p>
          The site went live in 2005 to write down facts about Chuck Norris. Whether they are true
          is a question nobody has asked twice.
        </p>
        <p>
          It works without ceremony. Visitors write the facts, visitors rate them, and somebody
          reads every submission before it is added. There is no editor in chief. There is one
          chief, and he does not edit.
        </p>
      </Chapter>
      <Chapter figure="5 ★" title="The legacy">
        <ul className="stack">
          {LEGACY.map(([name, remark]) => (
            <li key={name}>
              <b>{`${name}.`}</b> <span>{remark}</span>
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter figure="2025" title="The relaunch">
        <p>
          Twenty years in, the site was relaunched. You can install it as an app, and it works
          without a connection, since he has never waited for one. Some facts come with a picture by
          an AI. It was told what to draw and, wisely, drew it.
        </p>
        <p>
          He was not relaunched; there was no need. The years in between have{' '}
          <Link to={paths.history}>a page of their own</Link>.
        </p>
      </Chapter>
      <Chapter figure="86" title="The man">
        <p>
          Chuck Norris died on March 19, 2026, at 86. The facts are about the legend and stay in the
          present tense.
        </p>
        <p>
          This site was never connected with him, his family, or anyone who represents him. It is
          run for fun, without ads.
        </p>
        {contactLine()}
      </Chapter>
      <section className={styles.band} aria-labelledby="statistics">
        <h2 className={styles.heading} id="statistics">
          The statistics
        </h2>
        <dl className={styles.statistics}>
          {STATISTICS.map(([figure, label, remark]) => (
            <div key={figure}>
              <dt>{label}</dt>
              <dd className={`${styles.figure} ${styles.statistic}`}>{figure}</dd>
              <dd>{remark}</dd>
            </div>
          ))}
        </dl>
      </section>
    </StoryPage>
  );
}
