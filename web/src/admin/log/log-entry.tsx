import { averageText, countText } from '../../ui/format.ts';
import type { AuditEntry } from 'functions/contract';
import { REPORT_REASONS } from 'functions/domain';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Badge } from '../../ui/badge.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Ring } from '../../ui/spinner.tsx';
import { adminPath } from '../../paths.ts';
import { LocalTime, REJECT_LABELS, REPORT_LABELS, statusLook } from '../labels.tsx';
import { TextDiff } from '../text-diff.tsx';
import { tagsText } from '../tags/tag-choices.tsx';
import { EraseButton } from './erase-button.tsx';
import { ACTION_LABELS, entryElementId } from './log-state.ts';

/** Who acted, in words. */
export function actorText({ provider, username }: AuditEntry['actor']): string {
  const name = username === '' ? 'somebody' : username;
  if (provider === 'google') return `${name} (Google)`;
  return provider === 'operator' ? `the operator (${name})` : name;
}

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

/** How an entry changed the tags and whether the fact is for children. */
function ChangedTags({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  if (after === null) return null;
  const changes = [
    ['Tags', tagsText(before.tags ?? []), tagsText(after.tags ?? [])],
    ['Not for children', yesOrNo(before.safe === false), yesOrNo(after.safe === false)],
  ];
  return changes.map(
    ([what, old, now]) =>
      now !== old && (
        <p key={what} className="log-change">
          <span>{`${what}: ${old}`}</span> <span aria-label="to">→</span> <span>{now}</span>
        </p>
      ),
  );
}

/** The reports that an entry ended. */
function EndedReports({ reports }: Pick<AuditEntry['before'], 'reports'>) {
  if (!reports) return null;
  const given = REPORT_REASONS.filter((reason) => reports[reason] > 0);
  return (
    <p className="log-change">
      {`Reported: ${given.map((reason) => `${REPORT_LABELS[reason]} (${reports[reason]})`).join(', ')}`}
    </p>
  );
}

/** Why it was done, and which fact a duplicate repeats. */
export function Reason({ reason, after }: Pick<AuditEntry, 'reason' | 'after'>) {
  if (reason === null) return null;
  const original = after?.duplicate_of ?? null;
  return (
    <span>
      {`Reason: ${REJECT_LABELS[reason]}${original === null ? '' : ` of no. ${original}`}`}
    </span>
  );
}

/** What an entry changed, and why. */
function Change({ before, after, reason }: AuditEntry) {
  const [old, now] = [before.joke_text, after?.joke_text];
  const changesStatus = after?.status !== undefined && after.status !== before.status;
  return (
    <>
      {(changesStatus || reason !== null) && (
        <p className="log-status">
          {changesStatus && before.status !== undefined && (
            <>
              <Badge {...statusLook(before.status)} /> <span aria-label="to">→</span>{' '}
            </>
          )}
          {changesStatus && <Badge {...statusLook(after.status ?? '')} />}
          <Reason {...{ reason, after }} />
        </p>
      )}
      {old !== undefined && now !== undefined && old !== now ? (
        <p className="joke-text log-text" dir="auto">
          <TextDiff before={old} after={now} />
        </p>
      ) : (
        (now ?? old) !== undefined && (
          <p className="joke-text log-text" dir="auto">
            {now ?? old}
          </p>
        )
      )}
      <EndedReports reports={before.reports} />
      <ChangedTags before={before} after={after} />
      {after === null && before.num_votes !== undefined && before.num_votes > 0 && (
        <p className="log-change">
          {`It had ${countText(before.num_votes, 'vote')}` +
            (before.rating === undefined ? '.' : ` and ${averageText(before.rating)}.`)}
        </p>
      )}
    </>
  );
}

interface UndoButtonProps {
  /** its accessible name, which begins with the label */
  name: string;
  label?: string;
  busyLabel?: string;
  /** True while anything is being undone. */
  busy: boolean;
  undoing: boolean;
  onUndo: () => void;
  /** what else can be done */
  children?: ReactNode;
}

/** Undoes what an entry says. */
export function UndoButton(props: UndoButtonProps) {
  const { name, label = 'Undo', busyLabel = 'Undoing...', busy, undoing, onUndo, children } = props;
  return (
    <div className="log-actions">
      <BusyButton className="button" aria-label={name} busy={busy} onClick={onUndo}>
        {undoing && <Ring />} <span>{undoing ? busyLabel : label}</span>
      </BusyButton>
      {children}
    </div>
  );
}

interface UndoneProps {
  action: AuditEntry['action'];
  /** the entry that undid it */
  by: string;
  jokeId: number;
  /** The ids of the entries on the screen. */
  shown: ReadonlySet<string>;
}

/** Says that something was undone, with a link to who did it. */
export function Undone({ action, by, jokeId, shown }: UndoneProps) {
  const [done, how] = action === 'delete' ? ['Restored', 'restored'] : ['Undone', 'undid'];
  const { pathname, search } = useLocation();
  const to = {
    pathname: adminPath(pathname, 'log'),
    search: shown.has(by) ? search : `?fact=${jokeId}`,
    hash: entryElementId(by),
  };
  return (
    <p className="log-undone">
      <span>{`${done}.`}</span> <Link to={to}>{`See who ${how} it`}</Link>
    </p>
  );
}

interface LogEntryProps
  extends
    Omit<UndoButtonProps, 'name' | 'label' | 'busyLabel' | 'children'>,
    Pick<UndoneProps, 'shown'> {
  entry: AuditEntry;
  /** its heading's level */
  heading: 'h2' | 'h3';
  /** Why it could not be undone. */
  failure: string | undefined;
}

/** One entry of the log: who did what and when. */
export function LogEntry({ entry, heading: Heading, shown, failure, ...undo }: LogEntryProps) {
  const { audit_id, action, joke_id, at, actor, undone_by, can_undo, kept_until } = entry;
  const isDeletion = action === 'delete';
  const { pathname } = useLocation();
  const log = adminPath(pathname, 'log');
  const fact = `${adminPath(pathname, 'dashboard')}?search=${encodeURIComponent(`#${joke_id}`)}`;
  const what = `${ACTION_LABELS[action]} fact no. ${joke_id}`;
  return (
    <li className="log-entry" data-undone={undone_by !== null} data-audit-id={audit_id}>
      <Heading id={entryElementId(audit_id)} tabIndex={-1}>
        <span>{ACTION_LABELS[action]}</span> <Link to={fact}>{`fact no. ${joke_id}`}</Link>
      </Heading>
      <p className="log-meta">
        <LocalTime at={at} /> <span>{`· ${actorText(actor)} ·`}</span>{' '}
        <Link to={`${log}?fact=${joke_id}`} aria-label={`History of fact no. ${joke_id}`}>
          History
        </Link>
      </p>
      <Change {...entry} />
      {undone_by !== null && <Undone by={undone_by} {...{ action, shown }} jokeId={joke_id} />}
      {can_undo && kept_until !== undefined && (
        <p className="log-change">
          It can be restored with its votes until <LocalTime at={kept_until} />.
        </p>
      )}
      {can_undo && (
        <UndoButton
          name={isDeletion ? `Restore fact no. ${joke_id}` : `Undo: ${what}`}
          {...(isDeletion && { label: 'Restore', busyLabel: 'Restoring...' })}
          {...undo}
        >
          {isDeletion && <EraseButton entry={entry} />}
        </UndoButton>
      )}
      {failure !== undefined && (
        <p className="field-error" role="alert">
          {`Error: ${failure}`}
        </p>
      )}
    </li>
  );
}
