import type { Joke } from 'functions/contract';
import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../components/badge.tsx';
import { BusyButton } from '../../components/busy-button.tsx';
import { Ring } from '../../components/spinner.tsx';
import { jokePath } from '../../paths.ts';
import { statusLook } from './labels.tsx';
import type { Change } from './changes.ts';
import type { RowState } from './use-decisions.ts';

/** A joke of a list, what happened to it here, and what can be done with it. */
export interface JokeRowProps {
  joke: Joke;
  row: RowState;
  /** True if nothing is left to decide about it. */
  decided: boolean;
  selected: boolean;
  onSelect: (jokeId: number, selected: boolean) => void;
  onUndo: (changes: readonly Change[]) => void;
  /** what is before its number on a card, with a space */
  label: string;
  /** the line below the text, unless it says why a decision failed */
  facts: ReactNode;
  /** what else a card shows */
  children?: ReactNode;
  /** its buttons, the first of which has the ref */
  actions: (first: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/** A day as the administrator writes it, such as 'Nov 3, 2025'. */
export function dateOf(createdAt: string): string {
  return new Date(createdAt).toLocaleDateString(undefined, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
}

/** The checkbox, and the number, which leads to the joke's page if it has one. */
function SelectedNumber(props: Omit<JokeRowProps, 'label'> & { label: string | undefined }) {
  const { joke, row, decided, selected, onSelect, label } = props;
  const id = joke.joke_id;
  return (
    <div className="row-number">
      <label className="joke-select">
        <input
          type="checkbox"
          aria-label={`Select fact no. ${id}`}
          checked={selected}
          disabled={decided}
          onChange={({ target }) => onSelect(id, target.checked)}
        />
      </label>
      <b>
        {label}
        {joke.status !== 'approved' || row.deleted ? (
          id
        ) : (
          <Link to={jokePath(id)} aria-label={`Fact no. ${id}`}>
            {id}
          </Link>
        )}
      </b>
    </div>
  );
}

function JokeText({ joke, row, facts }: JokeRowProps) {
  return (
    <>
      <p className="joke-text moderated-text" dir="auto">
        {row.deleted ? <s>{joke.joke_text}</s> : joke.joke_text}
      </p>
      {row.failure === undefined ? (
        <p className="joke-facts">{facts}</p>
      ) : (
        <p className="joke-facts joke-failure">{row.failure}</p>
      )}
    </>
  );
}

interface JokeStatusProps extends JokeRowProps {
  /** gets the focus when Undo disappears */
  firstAction: RefObject<HTMLButtonElement | null>;
}

/** The status, and Undo if it was decided here. Neither changes the size of the row. */
function JokeStatus({ joke, row, onUndo, firstAction }: JokeStatusProps) {
  const { change } = row;
  const undo = (undone: Change) => {
    firstAction.current?.focus({ preventScroll: true });
    onUndo([undone]);
  };
  const isUndoable = !row.deleted || change?.action === 'delete';
  return (
    <div className="joke-status">
      {row.deleted && <Badge label="Deleted" tone="neutral" />}
      {row.kept && <Badge label="Kept" tone="good" />}
      {!row.deleted && !row.kept && <Badge {...statusLook(joke.status)} />}
      {row.task === 'undo' && <Ring />}
      {change && isUndoable && row.task !== 'undo' && (
        <BusyButton
          className="undo-button"
          aria-label={`Undo fact no. ${joke.joke_id}`}
          busy={row.task !== undefined}
          onClick={() => undo(change)}
        >
          Undo
        </BusyButton>
      )}
    </div>
  );
}

/** Ignores the repeated clicks of an Enter key that is held down: the focus moves to the next row. */
function ignoreRepeats(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** The buttons of a row, hidden when nothing is left to decide; they keep their space. */
function JokeActions({ decided, children }: { decided: boolean; children: ReactNode }) {
  return (
    <div className="joke-actions" inert={decided} onKeyDown={ignoreRepeats}>
      {children}
    </div>
  );
}

/** A joke as a row of a table. */
export function JokeTableRow(props: JokeRowProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <tr data-joke-id={props.joke.joke_id} data-selected={props.selected}>
      <th scope="row">
        <SelectedNumber {...props} label={undefined} />
      </th>
      <td className="joke-text-cell">
        <JokeText {...props} />
      </td>
      <td>
        <JokeStatus {...props} firstAction={first} />
      </td>
      <td>
        <JokeActions decided={props.decided}>{props.actions(first)}</JokeActions>
      </td>
    </tr>
  );
}

/** A joke as a card, on small screens and where it is reported. */
export function ModeratedCard(props: JokeRowProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <li data-joke-id={props.joke.joke_id} data-selected={props.selected}>
      <div className="joke-card-head">
        <SelectedNumber {...props} />
        <JokeStatus {...props} firstAction={first} />
      </div>
      <JokeText {...props} />
      {props.children}
      <JokeActions decided={props.decided}>{props.actions(first)}</JokeActions>
    </li>
  );
}
