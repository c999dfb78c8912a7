import { Link } from 'react-router-dom';
import './signposts.css';

/** A link to another screen. */
export interface Signpost {
  to: string;
  /** the large figure in the margin; `line` says what it counts */
  figure: string;
  title: string;
  line: string;
}

/** Links to other screens, one line each. @param label the list's accessible name */
export function Signposts({ label, posts }: { label: string; posts: readonly Signpost[] }) {
  return (
    <nav aria-label={label}>
      <ul className="signposts">
        {posts.map(({ to, figure, title, line }) => (
          <li key={to}>
            <span className="signpost-figure" aria-hidden="true">
              {figure}
            </span>
            <Link to={to}>{title}</Link>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </nav>
  );
}
