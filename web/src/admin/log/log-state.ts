import type { AuditAction, AuditEntry, RejectReason } from 'functions/contract';
import { useSearchParams } from 'react-router-dom';
import { jokeIdOf } from '../../paths.ts';
import { REJECT_LABELS } from '../labels.tsx';

/** Begins the query keys of the log's pages. */
export const LOG_KEY = ['moderation', 'log'] as const;

/** What the log says about each action, before the number of the fact. */
export const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  edit: 'Edited',
  tag: 'Tagged',
  delete: 'Deleted',
  undo: 'Undid a change of',
  keep: 'Kept',
  'generate-image': 'Generated the image of',
};

/** The id of the element of an entry, for links to it. */
export function entryElementId(auditId: string): string {
  return `entry-${auditId}`;
}

function isAction(text: string): text is AuditAction {
  return Object.hasOwn(ACTION_LABELS, text);
}

function isReason(text: string): text is RejectReason {
  return Object.hasOwn(REJECT_LABELS, text);
}

/** Which entries the log shows. It is stored in the URL. */
export interface LogFilter {
  fact: number | undefined;
  action: AuditAction | undefined;
  /** the username of who acted */
  by: string | undefined;
  reason: RejectReason | undefined;
  /** such as 2026-11-24, in the reader's time zone */
  day: string | undefined;
}

/** The filter in a query. Invalid values are ignored; a fact may be written as `#529`. */
export function logFilterOf(query: URLSearchParams): LogFilter {
  const textOf = (name: string) => query.get(name) ?? '';
  const [action, reason, day] = [textOf('action'), textOf('reason'), textOf('day')];
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return {
    fact: jokeIdOf(textOf('fact').trim().replace(/^#/, '')),
    action: isAction(action) ? action : undefined,
    by: textOf('by') || undefined,
    reason: isReason(reason) ? reason : undefined,
    day: isDay ? day : undefined,
  };
}

/** What the API is asked for. */
export function auditQueryOf({ fact, action, by, reason, day }: LogFilter) {
  const from = day === undefined ? undefined : new Date(`${day}T00:00`);
  const to = from && new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return {
    ...(fact !== undefined && { joke_id: fact }),
    ...(action && { action }),
    ...(by !== undefined && { username: by }),
    ...(reason && { reason }),
    ...(from && to && { from: from.toISOString(), to: to.toISOString() }),
  };
}

/** The filter in the URL, and what changes a value of it; an empty one restricts nothing. */
export function useLogFilter(): [
  LogFilter,
  change: (name: keyof LogFilter, value: string) => LogFilter,
] {
  const [search, setSearch] = useSearchParams();
  const change = (name: keyof LogFilter, value: string) => {
    // The URL is ahead of what is rendered, which matters to two changes in a row.
    const wanted = new URLSearchParams(window.location.search);
    wanted.set(name, value);
    const filter = logFilterOf(wanted);
    const kept = Object.entries(filter).filter(([, each]) => each !== undefined);
    setSearch(kept.map(([key, each]): [string, string] => [key, String(each)]));
    return filter;
  };
  return [logFilterOf(search), change];
}

/** The entries of one request that did the same, or one that is alone. */
export type LogGroup = readonly [AuditEntry, ...AuditEntry[]];

/** Groups entries, which keep their order. */
export function groupEntries(entries: readonly AuditEntry[]): LogGroup[] {
  const groups = new Map<string, [AuditEntry, ...AuditEntry[]]>();
  for (const entry of entries) {
    const key = entry.batch === null ? entry.audit_id : `${entry.batch} ${entry.action}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}
