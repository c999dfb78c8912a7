import { TAG_LABELS, TAGS, type Tag } from 'functions/domain';
import { Link, NavLink } from 'react-router-dom';
import { tagPath } from '../paths.ts';
import styles from './joke-tags.module.css';

/** What a joke is about, as links to the others. */
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

/** Links to the jokes of each subject, at the end of a list. */
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
