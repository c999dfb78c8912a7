import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { AuditEntry } from 'functions/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { announce } from '../../../stores/announcement.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { undoneText } from '../decisions.ts';
import { FilterBar } from '../filter-bar.tsx';
import { QueryStates } from '../query-states.tsx';
import { entryElementId, LogEntry } from './log-entry.tsx';
import { ACTION_LABELS, ACTIONS, logFilterOf, useLogFilter, type LogFilter } from './log-state.ts';

const ACTION_OPTIONS = {
  '': 'All',
  ...ACTION_LABELS,
  tag: 'Tags changed',
  undo: 'Undone',
  'generate-image': 'Image generated',
  'discard-votes': 'Votes discarded',
  'accept-votes': 'Votes accepted',
};

/** The log's pages, the latest entries first. They are private, and dropped when nothing shows them. */
function logPages({ fact, action }: LogFilter) {
  return infiniteQueryOptions({
    queryKey: ['moderation', 'log', fact ?? null, action ?? null],
    queryFn: ({ signal, pageParam: after }) => {
      const query = {
        ...(fact !== undefined && { joke_id: fact }),
        ...(action && { action }),
        ...(after !== '' && { after }),
      };
      return call('listAudit', { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Moves the focus to an entry when the button that had it has disappeared.
 * @returns sets which entry, by its id or its place, after the next change of the entries
 */
function useLostFocus(entries: readonly AuditEntry[]): (next: string | number) => void {
  const next = useRef<string | number>(undefined);
  useEffect(() => {
    const id = typeof next.current === 'number' ? entries[next.current]?.audit_id : next.current;
    if (id === undefined) return;
    next.current = undefined;
    if (document.activeElement !== document.body) return;
    document.getElementById(entryElementId(id))?.focus({ preventScroll: true });
  }, [entries]);
  return (id) => {
    next.current = id;
  };
}

/** Scrolls to the entry that the URL names, as soon as it is loaded. */
function useNamedEntry(isLoaded: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const named = hash === '' || !isLoaded ? null : document.getElementById(hash.slice(1));
    named?.scrollIntoView({ block: 'center' });
    named?.focus({ preventScroll: true });
  }, [hash, key, isLoaded]);
}

/** The entries in each state: loading, failed, empty or loaded. */
function LogEntries({ filter }: { filter: LogFilter }) {
  const query = useInfiniteQuery(logPages(filter));
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const focusAfter = useLostFocus(entries);
  const [failure, setFailure] = useState<{ audit_id: string; text: string }>();
  const undo = useMutation({
    mutationFn: ({ audit_id }: AuditEntry) => call('undoModeration', { params: { audit_id } }),
    onMutate: () => setFailure(undefined),
    onSuccess: (receipt, { audit_id, action }) => {
      announce(
        action === 'discard-votes'
          ? `Undone. The votes of fact no. ${receipt.joke_id} count again.`
          : undoneText(receipt, action),
      );
      focusAfter(audit_id);
      return refetch();
    },
    onError: (cause, { audit_id }) => {
      setFailure({ audit_id, text: messageOf(cause) });
      void refetch();
    },
  });
  useNamedEntry(data !== undefined);

  const showOlder = async () => {
    focusAfter(entries.length);
    const { data: longer } = await fetchNextPage();
    const count = longer?.pages.at(-1)?.entries.length ?? 0;
    if (count > 0) announce(`${count} older entries.`);
  };
  const isFiltered = filter.fact !== undefined || filter.action !== undefined;
  const empty = isFiltered ? 'No entries match the filter.' : 'Nobody has decided anything yet.';
  const shown = new Set(entries.map(({ audit_id }) => audit_id));
  return (
    <>
      <QueryStates query={query} empty={entries.length === 0 && !hasNextPage && empty} />
      <ol className="log-entries">
        {entries.map((entry) => (
          <LogEntry
            key={entry.audit_id}
            entry={entry}
            shown={shown}
            busy={undo.isPending}
            undoing={undo.isPending && undo.variables.audit_id === entry.audit_id}
            failure={failure?.audit_id === entry.audit_id ? failure.text : undefined}
            onUndo={() => undo.mutate(entry)}
          />
        ))}
      </ol>
      {hasNextPage && (
        <BusyButton busy={isFetchingNextPage} onClick={() => void showOlder()}>
          {isFetchingNextPage ? 'Loading...' : 'Older entries'}
        </BusyButton>
      )}
    </>
  );
}

/** Who did what and when in moderation. Its route controls access. */
export default function LogScreen() {
  const [filter, change] = useLogFilter();
  const search = (typed: string) => {
    const { fact } = logFilterOf(new URLSearchParams({ fact: typed }));
    change({ ...filter, fact });
    return fact === undefined ? '' : String(fact);
  };
  return (
    <AdminScreen title="Moderation Log">
      <div className="log-content">
        <FilterBar
          id="log-fact"
          label="Fact no."
          submit="Show"
          value={filter.fact === undefined ? '' : String(filter.fact)}
          inputMode="numeric"
          maxLength={10}
          onSearch={search}
          choices={[
            {
              id: 'log-action',
              label: 'Action',
              value: filter.action ?? '',
              options: ACTION_OPTIONS,
              onChoose: (value) =>
                change({ ...filter, action: ACTIONS.find((each) => each === value) }),
            },
          ]}
        />
        <LogEntries key={`${filter.fact} ${filter.action}`} filter={filter} />
      </div>
    </AdminScreen>
  );
}
