import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge, StatusBadge } from '../ui/badge.tsx';
import { jokePath } from '../paths.ts';
import type { Keys } from '../stores/shortcuts.ts';
import { BulkBar, type BulkAction } from './bulk-bar.tsx';
import { useListedKeys } from '../ui/keys-dialog.tsx';
import type { ModeratedJoke, useModeratedList } from './moderation.tsx';
import styles from './moderated-table.module.css';

type ModeratedList = ReturnType<typeof useModeratedList>;

/** What a list shows of a joke, besides its text and status: the line below the text, and the buttons. */
export type PartsOf = (
  joke: ModeratedJoke,
  act: ModeratedList['act'],
) => { facts: ReactNode; buttons: ReactNode };

interface JokeRowProps extends Pick<ModeratedList, 'act' | 'select'> {
  joke: ModeratedJoke;
  isSelected: boolean;
  isDecided: boolean;
  /** whether its reports were dismissed in this visit */
  isKept: boolean;
  partsOf: PartsOf;
}

/**
 * A joke as a row of a table, on a small screen as a card. The buttons of a decided one are hidden and keep their space.
 * A decision about another one does not render it.
 */
const JokeRow = memo((props: JokeRowProps) => {
  const { joke, act, select, isSelected, isDecided, isKept, partsOf } = props;
  const { joke_id: id, joke_text: text } = joke;
  const { facts, buttons } = partsOf(joke, act);
  return (
    <tr className={styles.row} data-joke-id={id} data-selected={isSelected} tabIndex={-1}>
      <th scope="row" className={styles.number}>
        <label className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select fact no. ${id}`}
            checked={isSelected}
            disabled={isDecided}
            onChange={({ target }) => select([joke], target.checked)}
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
        {isKept ? <Badge label="Kept" tone="good" /> : <StatusBadge status={joke.status} />}
      </td>
      <td className={styles.actions}>
        <div inert={isDecided}>{buttons}</div>
      </td>
    </tr>
  );
});

interface ModeratedTableProps {
  list: ModeratedList;
  /** besides those of every list */
  keys: Keys;
  /** on the selected jokes */
  actions: readonly BulkAction[];
  /** the same function at each render */
  partsOf: PartsOf;
  /** default: none is */
  isKept?: (joke: ModeratedJoke) => boolean;
}

/** Jokes as a table, on a small screen as cards, with the bar of the selection, the keys and the open dialog. */
export function ModeratedTable(props: ModeratedTableProps) {
  const { list, keys, actions, partsOf, isKept } = props;
  const { press, help } = useListedKeys({ ...list.keys, ...keys });
  return (
    <>
      {list.jokes.length > 0 && (
        <table className={styles.table} aria-labelledby="joke-management">
          <thead>
            <tr>
              <th scope="col">ID</th>
              <th scope="col">Joke</th>
              <th scope="col">Status</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {list.jokes.map((joke) => (
              <JokeRow
                key={joke.joke_id}
                joke={joke}
                act={list.act}
                select={list.select}
                isSelected={list.selected.includes(joke)}
                isDecided={!list.isUndecided(joke)}
                isKept={isKept?.(joke) ?? false}
                partsOf={partsOf}
              />
            ))}
          </tbody>
        </table>
      )}
      <BulkBar list={list} actions={actions} />
      <button type="button" className="link-button keys-only" onClick={() => press('?')}>
        Keyboard shortcuts
      </button>
      {list.dialog}
      {help}
    </>
  );
}
