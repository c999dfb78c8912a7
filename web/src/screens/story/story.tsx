import { CONTACT as CONTACT_PATTERN, limits } from 'functions/domain';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Head } from '../../ui/head.tsx';
import { paths } from '../../paths.ts';
import styles from './story.module.css';

interface StoryPageProps extends Pick<ComponentProps<typeof Head>, 'description' | 'path'> {
  kicker: string;
  title: string;
  /** the first paragraph, set larger */
  lead: string;
  children: ReactNode;
}

/** A screen with a story: a kicker, the title, a lead and the content. */
export function StoryPage({ kicker, title, lead, children, ...metadata }: StoryPageProps) {
  return (
    <div className="screen">
      <Head title={title} {...metadata} />
      <p className="kicker">{kicker}</p>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </div>
  );
}

interface ChapterProps {
  /** the large figure in the margin; the text also mentions it */
  figure: string | number;
  title: string;
  children: ReactNode;
}

/** A part of a story, with a figure in the margin. */
export function Chapter({ figure, title, children }: ChapterProps) {
  return (
    <section className={styles.entry}>
      <p className={styles.figure} aria-hidden="true">
        {figure}
      </p>
      <h2 className={styles.heading}>{title}</h2>
      <div className={`${styles.text} stack`}>{children}</div>
    </section>
  );
}

/**
 * The link to the people who run the site: `mailto:` for an e-mail address, an https address as it is.
 * @throws Error if the contact is neither
 */
function contactUrl(contact: string): string {
  if (CONTACT_PATTERN.test(contact))
    return contact.startsWith('https:') ? contact : `mailto:${contact}`;
  throw new Error(`CONTACT must be an e-mail or https address, not "${contact}".`);
}

/** How to reach the people who run the site, if the deployment names a contact. */
export function contactLine(): ReactNode {
  const { CONTACT = '' } = import.meta.env;
  return (
    CONTACT !== '' && (
      <p>
        You can reach the people who run this site at{' '}
        <a href={contactUrl(CONTACT)}>{CONTACT.replace(/^https:\/\//, '')}</a>.
      </p>
    )
  );
}

/** The screens that signposts lead to, and the large figures in the margin. */
const POSTS = {
  home: ['Home', limits.homePageSize],
  top: ['Top 100', limits.topSize],
  newest: ['Newest', limits.newestSize],
  random: ['Random', 1],
  submit: ['Submit', '+1'],
  about: ['About', 2005],
} as const;

interface SignpostsProps {
  /** the list's accessible name */
  label: string;
  /** the screens, each with a line that says what its figure counts */
  posts: readonly (readonly [screen: keyof typeof POSTS, line: string])[];
}

/** Links to other screens, one line each. */
export function Signposts({ label, posts }: SignpostsProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.entries}>
        {posts.map(([screen, line]) => (
          <li key={screen} className={styles.entry}>
            <span className={styles.figure} aria-hidden="true">
              {POSTS[screen][1]}
            </span>
            <Link className={styles.link} to={paths[screen]}>
              {POSTS[screen][0]}
            </Link>
            <p className={styles.text}>{line}</p>
          </li>
        ))}
      </ul>
    </nav>
  );
}
