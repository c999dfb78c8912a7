import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { announce } from '../../stores/announcement.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { useDecide } from '../decide.ts';
import { FilterBar } from '../filter-bar.tsx';
import { useUrlState } from '../list-state.ts';
import { LOG } from '../moderation-queries.ts';
import { QueryStates } from '../query-states.tsx';
import { Unsent } from '../toast.tsx';
import { loadTextDiff } from '../similar-facts.tsx';
import { LogEntry } from './log-entry.tsx';
import { jokeIdOf } from '../../paths.ts';
import styles from './log.module.css';

/** Which changes the log shows: those of a fact or by a moderator, and on a day. */
interface LogFilter {
  fact: number | undefined;
  /** the username of who acted */
  by: string | undefined;
  /** such as 2026-11-24, in the reader's time zone */
  day: string | undefined;
}

/** The filter in a query. Invalid values are ignored; a fact may be written as `#529`. */
function logFilterOf(query: URLSearchParams): LogFilter {
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

/** The API's query for a filter. */
function changeQueryOf({ fact, by, day }: LogFilter) {
  const from = day === undefined ? undefined : new Date(`${day}T00:00`);
  const to = from && new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return {
    ...(fact !== undefined && { joke_id: fact }),
    ...(by !== undefined && { username: by }),
    ...(from && to && { from: from.toISOString(), to: to.toISOString() }),
  };
}

/** The log's pages, the latest changes first. They are private, so they are not cached. */
function logPages(filter: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [...LOG, filter],
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

function Changes({ filter }: { filter: LogFilter }) {
  const query = useInfiniteQuery(logPages(filter));
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  const decide = useDecide();
  const showOlder = async () => {
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
        {changes.map((change) => (
          <LogEntry
            key={change.change_id}
            change={change}
            undone={changes.some(({ undoes }) => undoes === change.change_id)}
            onDecide={(decision) => void decide(decision)}
          />
        ))}
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

/** The changes of all moderators, the latest first. Its route controls access. */
export default function LogScreen() {
  const [filter, change] = useUrlState(logFilterOf);
  useEffect(() => void loadTextDiff(), []);
  // The filter offers the moderators of the latest changes.
  const { data: latest } = useInfiniteQuery(logPages(logFilterOf(new URLSearchParams())));
  const actors = (latest?.pages ?? []).flatMap((page) => page.changes.map(({ actor }) => actor));
  const names = [filter.by, ...actors.map(({ username }) => username)];
  const search = (fact: string) => String(change({ fact }).fact ?? '');
  return (
    <AdminScreen title="Moderation Log">
      <div>
        <Unsent />
        <FilterBar
          label="Fact no."
          submit="Show"
          value={String(filter.fact ?? '')}
          inputMode="numeric"
          maxLength={10}
          onSearch={search}
          choices={[
            {
              name: 'by',
              label: 'Moderator',
              value: filter.by ?? '',
              options: {
                '': 'All',
                ...Object.fromEntries(
                  names.flatMap((name) => (name === undefined ? [] : [[name, name]])),
                ),
              },
            },
            { name: 'day', label: 'Day', value: filter.day ?? '' },
          ]}
          // Only a fact or a moderator restricts the log.
          onChoose={(name, value) =>
            void change({ [name]: value, ...(name === 'by' && { fact: '' }) })
          }
        />
        <Changes key={JSON.stringify(filter)} filter={filter} />
      </div>
    </AdminScreen>
  );
}
