import { countText } from '../../ui/format.ts';
import { LocalTime } from '../labels.tsx';
import { actorText, LogEntry, Reason, UndoButton, Undone } from './log-entry.tsx';
import { ACTION_LABELS, entryElementId, type LogGroup } from './log-state.ts';

/** How many numbers of facts a heading has. */
const NAMED = 3;

/** The id of the heading of a group. */
export function headingIdOf([first, ...more]: LogGroup): string {
  return more.length > 0 ? `all-${first.audit_id}` : entryElementId(first.audit_id);
}

interface LogEntriesProps {
  group: LogGroup;
  /** The ids of the entries on the screen. */
  shown: ReadonlySet<string>;
  /** the heading above what is being undone */
  undoing: string | undefined;
  /** why what is below a heading could not be undone */
  failure: { id: string; text: string } | undefined;
  /** @param id the heading's */
  onUndo: (id: string, entries: LogGroup) => void;
}

/** What was done in one request: one entry, or several as one that can be opened. */
export function LogEntries({ group, shown, undoing, failure, onUndo }: LogEntriesProps) {
  const [first] = group;
  const isGroup = group.length > 1;
  /** How far undoing is, below a heading. */
  const stateOf = (id: string) => ({
    busy: undoing !== undefined,
    undoing: undoing === id,
    failure: failure?.id === id ? failure.text : undefined,
  });
  const one = (entry: (typeof group)[number]) => {
    const id = entryElementId(entry.audit_id);
    return (
      <LogEntry
        key={id}
        entry={entry}
        heading={isGroup ? 'h3' : 'h2'}
        shown={shown}
        {...stateOf(id)}
        onUndo={() => onUndo(id, [entry])}
      />
    );
  };
  if (!isGroup) return one(first);
  const numbers = group.map(({ joke_id }) => joke_id).sort((a, b) => a - b);
  const what = `${ACTION_LABELS[first.action]} ${countText(group.length, 'fact')}`;
  const [undoable, ...others] = group.filter(({ can_undo }) => can_undo);
  const left = undoable ? 1 + others.length : 0;
  const label = left === group.length ? 'Undo' : `Undo ${left}`;
  const undone_by = group.every((entry) => entry.undone_by !== null) ? first.undone_by : null;
  const id = headingIdOf(group);
  const { failure: refusal, ...state } = stateOf(id);
  return (
    <li className="log-entry" data-undone={undone_by !== null}>
      <h2 id={id} tabIndex={-1}>
        {`${what}: no. ${numbers.slice(0, NAMED).join(', ')}${numbers.length > NAMED ? ' …' : ''}`}
      </h2>
      <p className="log-meta">
        <LocalTime at={first.at} /> <span>{`· ${actorText(first.actor)}`}</span>
      </p>
      {first.reason !== null && (
        <p className="log-status">
          <Reason {...first} />
        </p>
      )}
      {undone_by !== null && (
        <Undone by={undone_by} action={first.action} jokeId={first.joke_id} shown={shown} />
      )}
      {undoable && (
        <UndoButton
          name={`${label}: ${what}`}
          label={label}
          {...state}
          onUndo={() => onUndo(id, [undoable, ...others])}
        />
      )}
      {refusal !== undefined && (
        <p className="field-error" role="alert">
          {`Error: ${refusal}`}
        </p>
      )}
      <details>
        <summary>{`Show the ${countText(group.length, 'fact')}`}</summary>
        <ol className="log-entries">{group.map(one)}</ol>
      </details>
    </li>
  );
}
