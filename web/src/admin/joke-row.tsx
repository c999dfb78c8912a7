import type { Joke } from 'functions/contract';
import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../ui/badge.tsx';
import { BusyButton } from '../ui/busy-button.tsx';
import { Ring } from '../ui/spinner.tsx';
import { jokePath } from '../paths.ts';
import { statusLook } from './labels.tsx';
import type { Step } from './changes.ts';
import type { RowState } from './use-decisions.ts';

/** A joke of a list, what happened to it here, and what can be done with it. */
export interface JokeRowProps {
  joke: Joke;
  row: RowState;
  /** True if nothing is left to decide about it. */
  decided: boolean;
  selected: boolean;
  onSelect: (jokeId: number, selected: boolean) => void;
  onUndo: (step: Step) => void;
  /** what is before its number on a card, with a space */
  label: string;
  /** the line below the text, unless it says why a decision failed */
  facts: ReactNode;
  /** what else a card shows */
  children?: ReactNode;
  /** its buttons, the first of which has the ref */
  actions: (first: RefObject<HTMLButtonElement | null>) => ReactNode;
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
        <span>{label}</span>
        {joke.status !== 'approved' || row.deleted ? (
          <span>{id}</span>
        ) : (
          <Link to={jokePath(id)} aria-label={`Fact no. ${id}`}>
            {id}
          </Link>
        )}
      </b>
    </div>
  );
}

function JokeText({ joke, row }: JokeRowProps) {
  return (
    <p className="joke-text moderated-text" dir="auto">
      {row.deleted ? <s>{joke.joke_text}</s> : joke.joke_text}
    </p>
  );
}

/** What is known about it, or why the last decision failed. */
function Facts({ row: { failure }, facts }: JokeRowProps) {
  if (failure === undefined) return <p className="joke-facts">{facts}</p>;
  return <p className="joke-facts joke-failure">{failure}</p>;
}

function StatusBadge({ joke, row }: JokeRowProps) {
  if (row.kept) return <Badge label="Kept" tone="good" />;
  if (row.deleted) return <Badge label="Deleted" tone="neutral" />;
  return <Badge {...statusLook(joke.status)} />;
}

interface UndoProps extends JokeRowProps {
  /** gets the focus when Undo disappears */
  firstAction: RefObject<HTMLButtonElement | null>;
}

/** Undo if it was decided here, and whether that is running. */
function Undo({ joke, row, onUndo, firstAction }: UndoProps) {
  const { step } = row;
  if (row.task === 'undo') return <Ring />;
  if (!step || (row.deleted && step.action !== 'delete')) return null;
  const undo = () => {
    firstAction.current?.focus({ preventScroll: true });
    onUndo(step);
  };
  return (
    <BusyButton
      className="undo-button"
      aria-label={`Undo fact no. ${joke.joke_id}`}
      busy={row.task !== undefined}
      onClick={undo}
    >
      Undo
    </BusyButton>
  );
}

/** The status and Undo, which does not change the size of the row. */
function JokeStatus(props: UndoProps) {
  return (
    <div className="joke-status">
      <StatusBadge {...props} />
      <Undo {...props} />
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
    <tr data-joke-id={props.joke.joke_id} data-selected={props.selected} tabIndex={-1}>
      <th scope="row">
        <SelectedNumber {...props} label={undefined} />
      </th>
      <td className="joke-text-cell">
        <JokeText {...props} />
        <Facts {...props} />
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

/** A joke on a small screen, as low as possible. */
export function JokeCard(props: JokeRowProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <li data-joke-id={props.joke.joke_id} data-selected={props.selected} tabIndex={-1}>
      <div className="joke-card-head">
        <div className="joke-card-name">
          <SelectedNumber {...props} />
          <StatusBadge {...props} />
        </div>
        <JokeActions decided={props.decided}>{props.actions(first)}</JokeActions>
      </div>
      <JokeText {...props} />
      <Undo {...props} firstAction={first} />
      <Facts {...props} />
    </li>
  );
}

/** A joke as a card, where it is reported. */
export function ModeratedCard(props: JokeRowProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <li data-joke-id={props.joke.joke_id} data-selected={props.selected}>
      <div className="joke-card-head">
        <SelectedNumber {...props} />
        <JokeStatus {...props} firstAction={first} />
      </div>
      <JokeText {...props} />
      <Facts {...props} />
      {props.children}
      <JokeActions decided={props.decided}>{props.actions(first)}</JokeActions>
    </li>
  );
}
