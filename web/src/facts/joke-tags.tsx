import { TAGS, type Tag } from 'functions/domain';
import { Link, NavLink } from 'react-router-dom';
import { tagPath } from '../paths.ts';
import styles from './joke-tags.module.css';
import { TAG_LABELS } from '../ui/tag-labels.ts';

/** A joke's tags, as links to the jokes with them. */
export function JokeTags({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={`${styles.tags} row`} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={tagPath(tag)}>{TAG_LABELS[tag]}</Link>
        </li>
      ))}
    </ul>
  );
}

/** All tags as links, for the end of a list. */
export function BySubject() {
  return (
    <nav className={styles.subjects} aria-labelledby="by-subject">
      <h2 id="by-subject">By subject</h2>
      <ul className="row">
        {TAGS.map((tag) => (
          <li key={tag}>
            <NavLink to={tagPath(tag)}>{TAG_LABELS[tag]}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
