import { PRODUCT_NAME } from 'functions/contract';
import { limits } from 'functions/domain';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import './about.css';
import { Chapter, ContactLine, StoryPage } from './story.tsx';

const LEGACY = [
  ['One subject', 'Still the same one. Nobody has proposed a second.'],
  [
    'Short',
    `${limits.jokeMaxCharacters} characters at the most. The legend is large; the sentences need not be.`,
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
          is not a question that has come up twice.
        </p>
        <p>
          It works without ceremony. Visitors write the facts, visitors rate them, and somebody
          reads every submission before it is added. There is no editor in chief. There is one
          chief, and he does not edit.
        </p>
      </Chapter>
      <Chapter figure="5 ★" title="The legacy">
        <ul className="story-list">
          {LEGACY.map(([name, remark]) => (
            <li key={name}>
              <b>{name}.</b> {remark}
            </li>
          ))}
        </ul>
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
      <Chapter figure="1940–2026" title="The man">
        <p>
          Chuck Norris died on March 19, 2026, aged 86. The facts are about the legend, and stay in
          the present tense.
        </p>
        <p>
          This site was never connected with him, with his family, or with anyone who represents
          him. It is run for fun, without advertising.
        </p>
        <ContactLine />
      </Chapter>
      <section className="statistics" aria-labelledby="statistics">
        <h2 id="statistics">The statistics</h2>
        <dl>
          {STATISTICS.map(([figure, label, remark]) => (
            <div key={figure}>
              <dt>{label}</dt>
              <dd className="statistic">{figure}</dd>
              <dd className="statistic-remark">{remark}</dd>
            </div>
          ))}
        </dl>
      </section>
    </StoryPage>
  );
}
