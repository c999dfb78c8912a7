import type { ChangeAction, LoggedChange } from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { useSearchParams } from 'react-router-dom';
import { countText } from '../../ui/format.ts';
import { jokeIdOf } from '../../paths.ts';

/** Begins the query keys of the log's pages. */
export const LOG_KEY = ['moderation', 'log'] as const;

/** What the log says about each action, before the number of the fact. */
const ACTION_LABELS: Readonly<Record<ChangeAction, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  'keep-one': 'Kept one of',
  edit: 'Edited',
  tag: 'Tagged',
  delete: 'Deleted',
  undo: 'Undid a change of',
  keep: 'Kept',
  'generate-image': 'Generated the image of',
};

/** How many numbers of facts a heading has. */
const NAMED = 3;

/** What was done, without the fact. */
export function actionText({ action, reason }: LoggedChange): string {
  return reason === PERSONAL_DATA ? ACTION_LABELS.delete : ACTION_LABELS[action];
}

/** What was done, such as 'Approved fact no. 5' or 'Approved 20 facts: no. 2, 3, 4 …'. */
export function headingText(change: LoggedChange): string {
  const { item_count: count, items } = change;
  const numbers = items.map(({ joke_id }) => joke_id);
  const some = numbers.slice(0, NAMED).join(', ');
  const facts = count === 1 ? `fact no. ${some}` : `${countText(count, 'fact')}: no. ${some}`;
  return `${actionText(change)} ${facts}${count > NAMED ? ' …' : ''}`;
}

/** The id of the heading of a change, for links to it. */
export function headingId(changeId: string): string {
  return `change-${changeId}`;
}

/** Which changes the log shows: of a fact or by a moderator, and of a day. It is stored in the URL. */
export interface LogFilter {
  fact: number | undefined;
  /** the username of who acted */
  by: string | undefined;
  /** such as 2026-11-24, in the reader's time zone */
  day: string | undefined;
}

/** The filter in a query. Invalid values are ignored; a fact may be written as `#529`. */
export function logFilterOf(query: URLSearchParams): LogFilter {
  const textOf = (name: string) => query.get(name) ?? '';
  const fact = jokeIdOf(textOf('fact').trim().replace(/^#/, ''));
  const day = textOf('day');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return {
    fact,
    by: fact === undefined ? textOf('by') || undefined : undefined,
    day: isDay ? day : undefined,
  };
}

/** What the API is asked for. */
export function changeQueryOf({ fact, by, day }: LogFilter) {
  const from = day === undefined ? undefined : new Date(`${day}T00:00`);
  const to = from && new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return {
    ...(fact !== undefined && { joke_id: fact }),
    ...(by !== undefined && { username: by }),
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
    // Only one of the two restricts the log.
    if (name === 'by') wanted.delete('fact');
    const filter = logFilterOf(wanted);
    const kept = Object.entries(filter).filter(([, each]) => each !== undefined);
    setSearch(kept.map(([key, each]): [string, string] => [key, String(each)]));
    return filter;
  };
  return [logFilterOf(search), change];
}
