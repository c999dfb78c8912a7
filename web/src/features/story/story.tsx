import { contactUrl, limits } from 'functions/domain';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Head } from '../../ui/head.tsx';
import { paths } from '../../paths.ts';
import './story.css';

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
    <div className="screen story">
      <Head title={title} {...metadata} />
      <p className="kicker">{kicker}</p>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="story-lead">{lead}</p>
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
    <section className="chapter">
      <p className="chapter-figure" aria-hidden="true">
        {figure}
      </p>
      <div className="chapter-text">
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}

/** How to reach whoever runs the site; nothing if the site names nobody. */
export function ContactLine() {
  const { CONTACT = '' } = import.meta.env;
  return (
    CONTACT !== '' && (
      <p>
        The people who run it read what arrives at{' '}
        <a href={contactUrl(CONTACT)}>{CONTACT.replace(/^https:\/\//, '')}</a>.
      </p>
    )
  );
}

/** The name of each screen that signposts lead to, and the large figure in the margin. */
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
      <ul className="signposts">
        {posts.map(([screen, line]) => (
          <li key={screen}>
            <span className="signpost-figure" aria-hidden="true">
              {POSTS[screen][1]}
            </span>
            <Link to={paths[screen]}>{POSTS[screen][0]}</Link>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </nav>
  );
}
