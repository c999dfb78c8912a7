import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge, StatusBadge } from '../ui/badge.tsx';
import { jokePath } from '../paths.ts';
import type { Selection } from './bulk-bar.tsx';
import type { ListedJoke } from './moderation-queries.ts';
import styles from './joke-row.module.css';

interface JokeRowProps {
  joke: ListedJoke;
  /** True if its reports were dismissed in this visit. */
  kept?: boolean;
  /** True if it can't be decided anymore. */
  decided: boolean;
  selection: Selection;
  /** the line below the text */
  facts: ReactNode;
  /** its buttons */
  children: ReactNode;
}

/** A joke as a row of a table, on a small screen as a card. The buttons of a decided one are hidden and keep their space. */
export function JokeRow(props: JokeRowProps) {
  const { joke, kept, decided, selection, facts, children } = props;
  const { joke_id: id, joke_text: text } = joke;
  const selected = selection.selected.includes(joke);
  return (
    <tr className={styles.row} data-joke-id={id} data-selected={selected} tabIndex={-1}>
      <th scope="row" className={styles.number}>
        <label className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select fact no. ${id}`}
            checked={selected}
            disabled={decided}
            onChange={({ target }) => selection.select([joke], target.checked)}
          />
        </label>
        {joke.status === 'approved' ? (
          <Link to={jokePath(id)} aria-label={`Fact no. ${id}`}>
            {id}
          </Link>
        ) : (
          <span>{id}</span>
        )}
      </th>
      <td className={styles.content}>
        <p className="joke-text" dir="auto">
          {joke.status === 'deleted' ? <s>{text}</s> : text}
        </p>
        <p className={styles.facts}>{facts}</p>
      </td>
      <td className={styles.status}>
        {kept ? <Badge label="Kept" tone="good" /> : <StatusBadge status={joke.status} />}
      </td>
      <td className={styles.actions}>
        <div inert={decided}>{children}</div>
      </td>
    </tr>
  );
}

/** Jokes as a table, on a small screen as cards. @param children `JokeRow`s */
export function JokeTable({ children }: { children: ReactNode }) {
  return (
    <table className={styles.table} aria-labelledby="joke-management">
      <thead>
        <tr>
          <th scope="col">ID</th>
          <th scope="col">Joke</th>
          <th scope="col">Status</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
