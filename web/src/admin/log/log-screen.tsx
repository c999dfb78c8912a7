import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { LoggedChange } from 'functions/contract';
import { call } from '../../api/call.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { announce } from '../../stores/announcement.ts';
import { AdminScreen } from '../admin-screen.tsx';
import type { Decision } from '../changes.ts';
import { useDecide } from '../decide.ts';
import { FilterBar } from '../filter-bar.tsx';
import { QueryStates } from '../query-states.tsx';
import { LogEntry } from './log-entry.tsx';
import {
  changeQueryOf,
  headingId,
  LOG_KEY,
  logFilterOf,
  useLogFilter,
  type LogFilter,
} from './log-state.ts';
import styles from './log.module.css';

/** The log's pages, the latest entries first. They are private, and dropped when nothing shows them. */
function logPages(filter: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [...LOG_KEY, filter],
    queryFn: ({ pageParam: after }) => {
      const query = { ...changeQueryOf(filter), ...(after !== '' && { after }) };
      return call('listChanges', { query });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Moves the focus to a heading when the button that had it has disappeared.
 * @returns sets of which change, by its place, after the next change of the list
 */
function useLostFocus(changes: readonly LoggedChange[]): (next: number | string) => void {
  const next = useRef<number | string>(undefined);
  useEffect(() => {
    const id = typeof next.current === 'number' ? changes[next.current]?.change_id : next.current;
    const heading = id === undefined ? null : document.getElementById(headingId(id));
    if (!heading) return;
    next.current = undefined;
    if (document.activeElement === document.body) heading.focus({ preventScroll: true });
  }, [changes]);
  return (wanted) => {
    next.current = wanted;
  };
}

/** The changes in each state: loading, failed, empty or loaded. */
function Changes({ filter }: { filter: LogFilter }) {
  const query = useInfiniteQuery(logPages(filter));
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const changes = useMemo(() => data?.pages.flatMap((page) => page.changes) ?? [], [data]);
  const focusAfter = useLostFocus(changes);
  const decide = useDecide();
  const makeChange = async (decision: Decision, id: string) => {
    await decide(decision);
    focusAfter(id);
    const { data: now } = await refetch();
    const isShown = now?.pages.some((page) => page.changes.some((each) => each.change_id === id));
    // The new change may have moved it to the next page.
    if (isShown === false) await fetchNextPage();
  };

  const showOlder = async () => {
    focusAfter(changes.length);
    const { data: longer } = await fetchNextPage();
    const count = longer?.pages.at(-1)?.changes.length ?? 0;
    if (count > 0) announce(`${count} older entries.`);
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const empty = isFiltered ? 'No entries match the filter.' : 'Nobody has decided anything yet.';
  return (
    <>
      <QueryStates query={query} empty={changes.length === 0 && !hasNextPage && empty} />
      <ol className={styles.entries}>
        {changes.map((change) => {
          const { change_id: id } = change;
          return (
            <LogEntry
              key={id}
              change={change}
              undone={changes.some(({ undoes }) => undoes === id)}
              onDecide={(decision) => void makeChange(decision, id)}
            />
          );
        })}
      </ol>
      {hasNextPage && (
        <BusyButton
          className={`${styles.older} button`}
          busy={isFetchingNextPage}
          onClick={() => void showOlder()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Older entries'}
        </BusyButton>
      )}
    </>
  );
}

/** Who did what and when in moderation. Its route controls access. */
export default function LogScreen() {
  const [filter, change] = useLogFilter();
  // The filter offers who acted in the latest changes.
  const { data: latest } = useInfiniteQuery(logPages(logFilterOf(new URLSearchParams())));
  const actors = (latest?.pages ?? []).flatMap((page) => page.changes.map(({ actor }) => actor));
  const names = [filter.by, ...actors.map(({ username }) => username)];
  const search = (typed: string) => String(change('fact', typed).fact ?? '');
  const choice = (
    name: Exclude<keyof LogFilter, 'fact'>,
    label: string,
    options?: Readonly<Record<string, string>>,
  ) => ({
    id: `log-${name}`,
    label,
    value: filter[name] ?? '',
    ...(options && { options }),
    onChoose: (value: string) => void change(name, value),
  });
  return (
    <AdminScreen title="Moderation Log">
      <div>
        <FilterBar
          id="log-fact"
          label="Fact no."
          submit="Show"
          value={String(filter.fact ?? '')}
          inputMode="numeric"
          maxLength={10}
          onSearch={search}
          choices={[
            choice('by', 'Moderator', {
              '': 'All',
              ...Object.fromEntries(
                names.flatMap((name) => (name === undefined ? [] : [[name, name]])),
              ),
            }),
            choice('day', 'Day'),
          ]}
        />
        <Changes key={JSON.stringify(filter)} filter={filter} />
      </div>
    </AdminScreen>
  );
}
