import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { announce } from '../../stores/announcement.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { undoneText } from '../notices.ts';
import { FilterBar } from '../filter-bar.tsx';
import { REJECT_LABELS } from '../labels.tsx';
import { undoNotice } from '../notices.ts';
import { QueryStates } from '../query-states.tsx';
import { headingIdOf, LogEntries } from './log-group.tsx';
import {
  ACTION_LABELS,
  auditQueryOf,
  groupEntries,
  LOG_KEY,
  logFilterOf,
  useLogFilter,
  type LogFilter,
  type LogGroup,
} from './log-state.ts';

const ACTION_OPTIONS = {
  '': 'All',
  ...ACTION_LABELS,
  tag: 'Tags changed',
  undo: 'Undone',
  'generate-image': 'Image generated',
};

/** The log's pages, the latest entries first. They are private, and dropped when nothing shows them. */
function logPages(filter: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [...LOG_KEY, filter],
    queryFn: ({ pageParam: after }) => {
      const query = { ...auditQueryOf(filter), ...(after !== '' && { after }) };
      return call('listAudit', { query });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Moves the focus to a heading when the button that had it has disappeared.
 * @returns sets which one, by its id or its place, after the next change of the groups
 */
function useLostFocus(groups: readonly LogGroup[]): (next: string | number) => void {
  const next = useRef<string | number>(undefined);
  useEffect(() => {
    const group = typeof next.current === 'number' ? groups[next.current] : undefined;
    const id = group ? headingIdOf(group) : next.current;
    const heading = typeof id === 'string' ? document.getElementById(id) : null;
    if (!heading) return;
    next.current = undefined;
    if (document.activeElement === document.body) heading.focus({ preventScroll: true });
  }, [groups]);
  return (id) => {
    next.current = id;
  };
}

/** Scrolls to the entry that the URL names, as soon as it is loaded. */
function useNamedEntry(isLoaded: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const named = hash === '' || !isLoaded ? null : document.getElementById(hash.slice(1));
    named?.closest('details')?.setAttribute('open', '');
    named?.scrollIntoView({ block: 'center' });
    named?.focus({ preventScroll: true });
  }, [hash, key, isLoaded]);
}

/** Entries to undo, below a heading with this id. */
interface Undoing {
  id: string;
  entries: LogGroup;
}

/** Undoes entries: several in one request. Returns what confirms it. @throws what can't be undone */
async function undoEntries({ entries }: Undoing): Promise<string> {
  const [{ audit_id, action }, ...more] = entries;
  if (more.length === 0) {
    const receipt = await call('undoModeration', { params: { audit_id } });
    return undoneText(receipt, action);
  }
  const audit_ids = entries.map((entry) => entry.audit_id);
  const { results } = await call('undoModerations', { body: { audit_ids } });
  const texts = results.map(({ error }) => (error === undefined ? '' : undefined));
  const { tone, text } = undoNotice(entries, texts);
  if (tone === 'failed') throw new Error(text);
  return text;
}

/** The entries in each state: loading, failed, empty or loaded. */
function Entries({ filter }: { filter: LogFilter }) {
  const query = useInfiniteQuery(logPages(filter));
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  const groups = useMemo(() => groupEntries(entries), [entries]);
  const focusAfter = useLostFocus(groups);
  const [failure, setFailure] = useState<{ id: string; text: string }>();
  const undo = useMutation({
    mutationFn: undoEntries,
    onMutate: () => setFailure(undefined),
    onSuccess: async (text, { id, entries: [undone] }) => {
      announce(text);
      focusAfter(id);
      const { data: now } = await refetch();
      const isShown = now?.pages.some((page) =>
        page.entries.some(({ audit_id }) => audit_id === undone.audit_id),
      );
      // The new entries may have moved it to the next page.
      if (isShown === false) await fetchNextPage();
    },
    onError: (cause, { id }) => {
      setFailure({ id, text: messageOf(cause) });
      void refetch();
    },
  });
  useNamedEntry(data !== undefined);

  const showOlder = async () => {
    focusAfter(groups.length);
    const { data: longer } = await fetchNextPage();
    const count = longer?.pages.at(-1)?.entries.length ?? 0;
    if (count > 0) announce(`${count} older entries.`);
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const empty = isFiltered ? 'No entries match the filter.' : 'Nobody has decided anything yet.';
  const shown = new Set(entries.map(({ audit_id }) => audit_id));
  return (
    <>
      <QueryStates query={query} empty={entries.length === 0 && !hasNextPage && empty} />
      <ol className="log-entries">
        {groups.map((group) => (
          <LogEntries
            key={headingIdOf(group)}
            group={group}
            shown={shown}
            undoing={undo.isPending ? undo.variables.id : undefined}
            failure={failure}
            onUndo={(id, undone) => undo.mutate({ id, entries: undone })}
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
  // The filter offers who acted in the latest entries.
  const { data: latest } = useInfiniteQuery(logPages(logFilterOf(new URLSearchParams())));
  const actors = (latest?.pages ?? []).flatMap((page) => page.entries.map(({ actor }) => actor));
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
      <div className="log-content">
        <FilterBar
          id="log-fact"
          label="Fact no."
          submit="Show"
          value={String(filter.fact ?? '')}
          inputMode="numeric"
          maxLength={10}
          onSearch={search}
          choices={[
            choice('action', 'Action', ACTION_OPTIONS),
            choice('by', 'Moderator', {
              '': 'All',
              ...Object.fromEntries(
                names.flatMap((name) => (name === undefined ? [] : [[name, name]])),
              ),
            }),
            choice('reason', 'Reason', { '': 'All', ...REJECT_LABELS }),
            choice('day', 'Day'),
          ]}
        />
        <Entries key={JSON.stringify(filter)} filter={filter} />
      </div>
    </AdminScreen>
  );
}
