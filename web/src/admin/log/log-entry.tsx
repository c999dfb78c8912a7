import { countText } from '../../ui/format.ts';
import type { LoggedChange, RejectReason } from 'functions/contract';
import { limits, PERSONAL_DATA, REPORT_REASONS } from 'functions/domain';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router-dom';
import { StatusBadge } from '../../ui/badge.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Ring } from '../../ui/spinner.tsx';
import { adminPath } from '../../paths.ts';
import { loggedText } from '../actions.ts';
import { newChange, type Decision } from '../changes.ts';
import { useDecisions } from '../decisions.ts';
import { noticeOf } from '../notices.ts';
import { EraseDialog } from '../reject-dialog.tsx';
import { LocalTime, REJECT_LABELS, REPORT_LABELS } from '../labels.tsx';
import { TextDiff } from '../similar-facts.tsx';
import { tagsText } from '../tags.tsx';
import styles from './log.module.css';
import { newKey } from '../../api/new-key.ts';

type Item = LoggedChange['items'][number];

const NAMED = 3;

/** What was done, such as 'Approved fact no. 5' or 'Approved 20 facts: no. 2, 3, 4 …'. */
function headingText(change: LoggedChange): string {
  const { item_count: count, items } = change;
  const numbers = items.map(({ joke_id }) => joke_id);
  const some = numbers.slice(0, NAMED).join(', ');
  const facts = count === 1 ? `fact no. ${some}` : `${countText(count, 'fact')}: no. ${some}`;
  return `${loggedText(change)} ${facts}${count > NAMED ? ' …' : ''}`;
}

function actorText({ provider, username }: LoggedChange['actor']): string {
  const name = username === '' ? 'somebody' : username;
  return provider === 'google' ? `${name} (Google)` : name;
}

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

function ChangedTags({ before, after }: Item) {
  const changes = [
    ['Tags', tagsText(before.tags ?? []), tagsText(after.tags ?? [])],
    ['Not for children', yesOrNo(before.safe === false), yesOrNo(after.safe === false)],
  ];
  return changes.map(
    ([what, old, now]) =>
      now !== old && (
        <p key={what} className={styles.change}>
          <span>{`${what}: ${old}`}</span> <span aria-label="to">→</span> <span>{now}</span>
        </p>
      ),
  );
}

function EndedReports({ before: { reports } }: Item) {
  if (!reports) return null;
  const given = REPORT_REASONS.filter((reason) => reports[reason] > 0);
  return (
    <p className={styles.change}>
      {`Reported: ${given.map((reason) => `${REPORT_LABELS[reason]} (${reports[reason]})`).join(', ')}`}
    </p>
  );
}

const reasonText = (reason: RejectReason) => `Reason: ${REJECT_LABELS[reason]}`;

/** What changed about a fact. @param reason null if no reason was given, or it is shown elsewhere */
function ChangedFact({ item, reason }: { item: Item; reason: LoggedChange['reason'] }) {
  const { joke_text: text, before, after } = item;
  const [old, now] = [before.joke_text, after.joke_text];
  const isEdited = old !== undefined && now !== undefined;
  const original = after.duplicate_of ?? null;
  const why = reason === null ? original && REJECT_LABELS.duplicate : reasonText(reason);
  return (
    <>
      {(after.status !== undefined || reason !== null) && (
        <p className={`${styles.status} row`}>
          {after.status !== undefined && before.status !== undefined && (
            <>
              <StatusBadge status={before.status} /> <span aria-label="to">→</span>{' '}
              <StatusBadge status={after.status} />
            </>
          )}
          {why !== null && <span>{original === null ? why : `${why} of no. ${original}`}</span>}
        </p>
      )}
      {(isEdited || text !== null) && (
        <p className={`${styles.text} joke-text`} dir="auto">
          {isEdited ? <TextDiff before={old} after={now} /> : text}
        </p>
      )}
      <EndedReports {...item} />
      <ChangedTags {...item} />
    </>
  );
}

/** The first facts of a change of several, and how many more there are. */
function ChangedFacts({ change }: { change: LoggedChange }) {
  const { item_count: count, items } = change;
  const facts = countText(count, 'fact');
  const { pathname } = useLocation();
  return (
    <details>
      <summary>
        {items.length < count ? `Show the first ${items.length} of ${facts}` : `Show the ${facts}`}
      </summary>
      <ol className={styles.facts}>
        {items.map((item) => (
          <li key={item.joke_id} className={styles.entry}>
            <h3>
              <Link
                to={`${adminPath(pathname, 'log')}?fact=${item.joke_id}`}
              >{`Fact no. ${item.joke_id}`}</Link>
            </h3>
            <ChangedFact item={item} reason={null} />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface LogEntryProps {
  change: LoggedChange;
  /** whether another entry has undone it */
  undone: boolean;
  onDecide: (decision: Decision) => void;
}

function undoingOf({ change_id: undoes, action, items }: LoggedChange): Decision {
  const before = items.map(({ joke_id, before: { status } }) => ({
    joke_id,
    patch: status ? { status } : {},
  }));
  return { key: newKey(), undoes, action, items: before };
}

/** Erases a deleted joke that could still be restored. */
function erasureOf({ joke_id, joke_text }: Item): Decision {
  const joke = { joke_id, joke_text: joke_text ?? '', status: 'deleted' } as const;
  return newChange('reject', [joke], { status: 'rejected' }, PERSONAL_DATA);
}

/** One change in the log: who did what and when. */
export function LogEntry({ change, undone, onDecide }: LogEntryProps) {
  const { change_id, action, reason, at, actor, item_count, items, can_undo } = change;
  const [erasing, setErasing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const decide = (decision: Decision) => {
    // The button is about to disappear.
    heading.current?.focus({ preventScroll: true });
    onDecide(decision);
  };
  const [first] = items;
  const only = item_count === 1 ? first : undefined;
  const latest = useDecisions().entries.findLast(({ decision }) => {
    if (decision.undoes !== undefined) return decision.undoes === change_id;
    const isErasure = action === 'delete' && decision.reason === PERSONAL_DATA;
    return isErasure && decision.items[0]?.joke_id === only?.joke_id;
  });
  const busy = latest?.progress.is === 'waiting' || latest?.progress.is === 'sent';
  const undoing = busy && latest.decision.undoes !== undefined;
  const notice = latest && noticeOf(latest);
  const isDeletion = action === 'delete' && only !== undefined;
  const { pathname } = useLocation();
  const title = headingText(change);
  const keptUntil = new Date(Date.parse(at) + limits.restorableDays * 86_400_000).toISOString();
  const [label, busyLabel] = isDeletion ? ['Restore', 'Restoring...'] : ['Undo', 'Undoing...'];
  const found = `${adminPath(pathname, 'dashboard')}?search=${encodeURIComponent(`#${only?.joke_id ?? ''}`)}`;
  return (
    <li className={styles.entry} data-undone={undone && !can_undo}>
      <h2 tabIndex={-1} ref={heading}>
        {only ? (
          <>
            <span>{loggedText(change)}</span> <Link to={found}>{`fact no. ${only.joke_id}`}</Link>
          </>
        ) : (
          title
        )}
      </h2>
      <p className={styles.meta}>
        <LocalTime at={at} /> <span>{`· ${actorText(actor)}`}</span>
        {only && (
          <>
            {' '}
            <span>·</span>{' '}
            <Link
              to={`${adminPath(pathname, 'log')}?fact=${only.joke_id}`}
              aria-label={`History of fact no. ${only.joke_id}`}
            >
              History
            </Link>
          </>
        )}
      </p>
      {only ? (
        <ChangedFact item={only} reason={reason} />
      ) : (
        <>
          {reason !== null && (
            <p className={`${styles.status} row`}>
              <span>{reasonText(reason)}</span>
            </p>
          )}
          <ChangedFacts change={change} />
        </>
      )}
      {undone && !can_undo && (
        <p className={styles.undone}>{isDeletion ? 'Restored.' : 'Undone.'}</p>
      )}
      {isDeletion && can_undo && (
        <p className={styles.change}>
          It can be restored with its votes until <LocalTime at={keptUntil} />.
        </p>
      )}
      {can_undo && (
        <div className={`${styles.actions} row`}>
          <BusyButton
            className="button"
            aria-label={isDeletion ? `Restore fact no. ${only.joke_id}` : `Undo: ${title}`}
            busy={busy}
            onClick={() => decide(undoingOf(change))}
          >
            {undoing && <Ring />} <span>{undoing ? busyLabel : label}</span>
          </BusyButton>
          {isDeletion && (
            <BusyButton
              className="button"
              aria-label={`Delete for good: fact no. ${only.joke_id}`}
              busy={busy}
              onClick={() => setErasing(true)}
            >
              {busy && !undoing && <Ring />} <span>Delete for good…</span>
            </BusyButton>
          )}
        </div>
      )}
      {notice?.tone === 'failed' && (
        <p className="field-error" role="alert">
          {notice.text}
        </p>
      )}
      {erasing && only && (
        <EraseDialog
          jokes={[{ joke_id: only.joke_id, joke_text: only.joke_text ?? '' }]}
          onErase={() => {
            flushSync(() => setErasing(false));
            decide(erasureOf(only));
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </li>
  );
}
