import type { AuditAction } from 'functions/contract';
import { useSearchParams } from 'react-router-dom';
import { jokeIdOf } from '../../../paths.ts';

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
  'discard-votes': 'Discarded votes of',
  'accept-votes': 'Accepted the votes of',
};

function isAction(text: string): text is AuditAction {
  return Object.hasOwn(ACTION_LABELS, text);
}

/** All actions, in the order of the filter. */
export const ACTIONS: readonly AuditAction[] = Object.keys(ACTION_LABELS).filter(isAction);

/** Which entries the log shows. It is stored in the URL. */
export interface LogFilter {
  fact: number | undefined;
  action: AuditAction | undefined;
}

/** The filter in a query. Invalid values are ignored; a fact may be written as `#529`. */
export function logFilterOf(query: URLSearchParams): LogFilter {
  const action = query.get('action') ?? '';
  return {
    fact: jokeIdOf((query.get('fact') ?? '').trim().replace(/^#/, '')),
    action: isAction(action) ? action : undefined,
  };
}

/** The query of a filter, without what it does not restrict. */
function queryOf({ fact, action }: LogFilter): Record<string, string> {
  return { ...(fact !== undefined && { fact: String(fact) }), ...(action && { action }) };
}

/** The filter in the URL, and how to change it. */
export function useLogFilter(): [LogFilter, (filter: LogFilter) => void] {
  const [search, setSearch] = useSearchParams();
  return [logFilterOf(search), (filter) => setSearch(queryOf(filter))];
}
