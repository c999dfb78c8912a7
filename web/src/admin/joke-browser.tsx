import { countText } from '../ui/format.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from 'functions/domain';
import { useEffect, useEffectEvent, useRef } from 'react';
import { announce } from '../stores/announcement.ts';
import { FilterBar } from './filter-bar.tsx';
import { JokeActions, JokeFacts } from './joke-actions.tsx';
import { JokePager } from './joke-pager.tsx';
import { FIRST_LIST, listStateOf, queryOf, useUrlState, type ListState } from './list-state.ts';
import { ModeratedTable, type PartsOf } from './moderated-table.tsx';
import { useModeratedList } from './moderation.tsx';
import { moderationList, type ListedJoke } from './moderation-queries.ts';
import { REASON_KEYS } from './reject-dialog.tsx';
import { QueryStates } from './query-states.tsx';
import styles from './dashboard.module.css';

/** The options of the status filter, in their order. */
const STATUS_OPTIONS: Record<ListState['status'], string> = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};
const SORT_OPTIONS = { date_desc: 'Newest First', date_asc: 'Oldest First' };

const partsOf: PartsOf = (joke, act) => ({
  facts: <JokeFacts joke={joke} />,
  buttons: <JokeActions joke={joke} onAct={(verb) => act(verb, [joke])} />,
});

function JokePage({ jokes }: { jokes: readonly ListedJoke[] }) {
  const list = useModeratedList(jokes, ({ status }) => status !== 'deleted');
  const { act, chosen, focused } = list;
  return (
    <ModeratedTable
      list={list}
      keys={{
        a: ['Approve it, or the selection', () => act('approve', chosen())],
        r: [`Reject it, or the selection; ${REASON_KEYS}`, () => act('reject', chosen())],
        e: ['Edit it; Ctrl+Enter or ⌘+Enter saves', () => act('edit', focused())],
      }}
      actions={[
        ['approve', 'Approve'],
        ['reject', 'Reject'],
        ['tag', 'Tag'],
      ]}
      partsOf={partsOf}
    />
  );
}

/** Finds, lists and moderates all jokes. */
export function JokeBrowser() {
  const [state, setState] = useUrlState(listStateOf);
  const query = useQuery({ ...moderationList(state), placeholderData: keepPreviousData });
  const { data: list, isPlaceholderData: stale } = query;
  const content = useRef<HTMLDivElement>(null);
  const pages = Math.max(list?.pages ?? 1, 1);
  const page = Math.min(state.page, pages);
  const key = queryOf(state, FIRST_LIST).toString();

  const arrive = useEffectEvent(() => {
    if (list === undefined || stale) return;
    // The page may not exist, for example in an old link.
    if (state.page > pages) setState({ page: String(pages) }, { replace: true });
    else announce(`${countText(list.total, 'joke')}. Page ${page} of ${pages}`);
  });
  const isLoaded = list !== undefined && !stale;
  useEffect(() => arrive(), [key, isLoaded]);

  const filter = (to: Partial<Record<keyof ListState, string>>) => setState({ ...to, page: '1' });
  const goTo = (to?: number) => {
    content.current?.focus({ preventScroll: true });
    content.current?.scrollIntoView({ block: 'start' });
    if (to !== undefined) setState({ page: String(to) });
  };
  const search = (text: string) => {
    const { search: wanted } = listStateOf(new URLSearchParams({ search: text }));
    if (wanted !== state.search) filter({ search: wanted });
    else void query.refetch();
    return wanted;
  };
  return (
    <div className={`${styles.browser} stack`} tabIndex={-1} ref={content}>
      <FilterBar
        label="Search jokes"
        submit="Search"
        value={state.search}
        maxLength={limits.searchMaxLength}
        onSearch={search}
        choices={[
          { name: 'status', label: 'Status', value: state.status, options: STATUS_OPTIONS },
          { name: 'sort', label: 'Sort', value: state.sort, options: SORT_OPTIONS },
        ]}
        onChoose={(name, value) => filter({ [name]: value })}
      />
      <QueryStates query={query} empty={list?.jokes.length === 0 && 'No jokes found.'} />
      {list !== undefined && (
        <>
          <div aria-busy={stale} inert={stale}>
            <JokePage key={key} jokes={list.jokes} />
          </div>
          <JokePager state={state} page={page} pages={pages} busy={stale} onGo={goTo} />
        </>
      )}
    </div>
  );
}
