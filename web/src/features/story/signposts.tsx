import { Link } from '../../components/link.tsx';
import './signposts.css';

/** A place to go on to. */
export interface Signpost {
  to: string;
  /** what stands large in the margin; `line` says what it counts */
  figure: string;
  title: string;
  line: string;
}

/** Where to go from here, one line each. @param label names the list for assistive technology */
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
