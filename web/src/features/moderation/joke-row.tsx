import type { Joke } from 'functions/contract';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../components/badge.tsx';
import { BusyButton } from '../../components/busy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Ring } from '../../components/spinner.tsx';
import { jokePath } from '../../paths.ts';
import { JokeActions, type RowHandlers } from './joke-actions.tsx';
import type { RowState } from './use-decisions.ts';

const LOOKS = new Map<string, ComponentProps<typeof Badge>>([
  ['approved', { label: 'Approved', tone: 'good' }],
  ['pending', { label: 'Pending', tone: 'waiting' }],
  ['rejected', { label: 'Rejected', tone: 'bad' }],
]);

/** A status's label and color (specification §2, status badges); any other status is 'Unknown'. */
export function statusLook(status: string): ComponentProps<typeof Badge> {
  return LOOKS.get(status) ?? { label: 'Unknown', tone: 'neutral' };
}

/** Whether a row is selected, and how to change that. */
interface Selection {
  selected: boolean;
  onSelect: (joke: Joke, selected: boolean) => void;
}

export interface JokeRowProps extends RowHandlers, Selection {
  joke: Joke;
  row: RowState;
  onUndo: (jokeId: number, auditId: string) => void;
}

function SelectRow({ joke, row, selected, onSelect }: JokeRowProps) {
  return (
    <label className="joke-select">
      <input
        type="checkbox"
        aria-label={`Select fact no. ${joke.joke_id}`}
        checked={selected}
        disabled={row.deleted}
        onChange={({ target }) => onSelect(joke, target.checked)}
      />
    </label>
  );
}

/** A joke's number, which leads to its page if it has one. */
export function JokeNumber({ joke, row }: Pick<JokeRowProps, 'joke' | 'row'>) {
  const id = joke.joke_id;
  if (joke.status !== 'approved' || row.deleted) return id;
  return (
    <Link to={jokePath(id)} aria-label={`Fact no. ${id}`}>
      {id}
    </Link>
  );
}

/** A day as the administrator writes it, such as 'Nov 3, 2025'. */
export function dateOf(createdAt: string): string {
  return new Date(createdAt).toLocaleDateString(undefined, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
}

function ratingOf({ rating, num_votes: votes }: Joke): string {
  if (votes === 0) return 'No votes';
  return `${rating.toFixed(1)}/5, ${votes.toLocaleString()} ${votes === 1 ? 'vote' : 'votes'}`;
}

/** The joke's text, and below it when it was submitted and how it is rated, or why a decision failed. */
function JokeText({ joke, row, onOpen }: JokeRowProps) {
  const text = row.deleted ? <s>{joke.joke_text}</s> : joke.joke_text;
  return (
    <>
      <p className="moderated-text" dir="auto">
        {text}
      </p>
      {row.failure === undefined ? (
        <p className="joke-facts">
          <time dateTime={joke.created_at}>{dateOf(joke.created_at)}</time>
          <span>{ratingOf(joke)}</span>
          {!row.deleted && (
            <BusyButton
              className="joke-similar"
              aria-label={`Similar to fact no. ${joke.joke_id}`}
              aria-haspopup="dialog"
              busy={row.task !== undefined}
              onClick={() => onOpen('similar', joke)}
            >
              Similar…
            </BusyButton>
          )}
          {joke.image_outdated && (
            <span className="joke-outdated">
              <Icon name="outdated" /> Image older than text
            </span>
          )}
        </p>
      ) : (
        <p className="joke-facts joke-failure">{row.failure}</p>
      )}
    </>
  );
}

/** The status, and Undo if it was decided here. Neither changes the size of the row. */
export function JokeStatus({ joke, row, onUndo }: Pick<JokeRowProps, 'joke' | 'row' | 'onUndo'>) {
  const entry = row.entries.at(-1);
  const look = row.deleted
    ? ({ label: 'Deleted', tone: 'neutral' } as const)
    : statusLook(joke.status);
  const undo = ({ currentTarget }: MouseEvent<HTMLElement>, auditId: string) => {
    // The button is about to disappear, and the focus with it.
    const next = currentTarget
      .closest('[data-joke-id]')
      ?.querySelector<HTMLElement>('.joke-action');
    next?.focus({ preventScroll: true });
    onUndo(joke.joke_id, auditId);
  };
  return (
    <div className="joke-status">
      <Badge {...look} />
      {row.task === 'undo' && <Ring />}
      {entry !== undefined && row.task !== 'undo' && (
        <BusyButton
          className="undo-button"
          aria-label={`Undo fact no. ${joke.joke_id}`}
          busy={row.task !== undefined}
          onClick={(event) => undo(event, entry)}
        >
          Undo
        </BusyButton>
      )}
    </div>
  );
}

/** A joke as a row of the table. */
export function JokeTableRow(props: JokeRowProps) {
  return (
    <tr data-joke-id={props.joke.joke_id} data-selected={props.selected}>
      <th scope="row">
        <div className="row-number">
          <SelectRow {...props} />
          <JokeNumber {...props} />
        </div>
      </th>
      <td className="joke-text-cell">
        <JokeText {...props} />
      </td>
      <td>
        <JokeStatus {...props} />
      </td>
      <td>
        <JokeActions {...props} />
      </td>
    </tr>
  );
}

/** A joke as a card, on small screens. */
export function JokeCard(props: JokeRowProps) {
  return (
    <li data-joke-id={props.joke.joke_id} data-selected={props.selected}>
      <div className="joke-card-head">
        <div className="row-number">
          <SelectRow {...props} />
          <b>
            ID <JokeNumber {...props} />
          </b>
        </div>
        <JokeStatus {...props} />
      </div>
      <JokeText {...props} />
      <JokeActions {...props} />
    </li>
  );
}
