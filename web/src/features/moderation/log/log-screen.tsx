import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { AuditEntry } from 'functions/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { announce } from '../../../stores/announcement.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { undoneText, UNKNOWN_FAILURE } from '../notices.ts';
import { entryElementId, LogEntry } from './log-entry.tsx';
import { LogFilter } from './log-filter.tsx';
import { useLogFilter, type LogFilter as Filter } from './log-state.ts';

/** The log's pages, the latest entries first. They are private, and dropped when nothing shows them. */
function logPages({ fact, action }: Filter) {
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
function LogEntries({ filter }: { filter: Filter }) {
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    logPages(filter),
  );
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const focusAfter = useLostFocus(entries);
  const [failure, setFailure] = useState<{ audit_id: string; text: string }>();
  const undo = useMutation({
    mutationFn: ({ audit_id }: AuditEntry) => call('undoModeration', { params: { audit_id } }),
    onMutate: () => setFailure(undefined),
    onSuccess: (receipt, { audit_id, after }) => {
      announce(undoneText({ joke_text: after?.joke_text ?? receipt.joke_text }, receipt));
      focusAfter(audit_id);
      return refetch();
    },
    onError: (cause, { audit_id }) => {
      setFailure({ audit_id, text: messageOf(cause, UNKNOWN_FAILURE) });
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
  const shown = new Set(entries.map(({ audit_id }) => audit_id));
  return (
    <>
      {data === undefined && error === null && <Spinner label="Loading..." />}
      {data !== undefined && entries.length === 0 && !hasNextPage && (
        <p className="joke-list-empty">
          {isFiltered ? 'No entries match the filter.' : 'Nobody has decided anything yet.'}
        </p>
      )}
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
      {error !== null && (
        <LoadError
          text={`Error: ${messageOf(error, UNKNOWN_FAILURE)}`}
          onRetry={() => void refetch()}
        />
      )}
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
  const [filter] = useLogFilter();
  return (
    <AdminScreen title="Moderation Log">
      <div className="log-content">
        <LogFilter />
        <LogEntries key={`${filter.fact} ${filter.action}`} filter={filter} />
      </div>
    </AdminScreen>
  );
}
