import { countText } from '../ui/format.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits, REJECT_REASONS } from 'functions/domain';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '../stores/announcement.ts';
import KeysDialog from '../ui/keys-dialog.tsx';
import { BulkBar, useSelection } from './bulk-bar.tsx';
import { approval, newChange, rejection, type Change } from './changes.ts';
import { useDecide } from './decide.ts';
import { unansweredAction, useDecisions, withDecisions } from './decisions.ts';
import { EditDialog } from './edit-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { JokeActions, JokeFacts, type JokeAction } from './joke-actions.tsx';
import { JokePager } from './joke-pager.tsx';
import { JokeRow, JokeTable } from './joke-row.tsx';
import { FIRST_LIST, listStateOf, queryOf, useUrlState, type ListState } from './list-state.ts';
import { moderationList, type ListedJoke } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { SimilarDialog } from './similar-facts.tsx';
import { BulkTagsDialog } from './tags.tsx';
import { focusRow, focusRowOf, useRowKeys } from './use-row-keys.ts';
import styles from './dashboard.module.css';

/** The options of the status filter, in their order (specification §2). */
const STATUS_OPTIONS: Record<ListState['status'], string> = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};
const SORT_OPTIONS = { date_desc: 'Newest First', date_asc: 'Oldest First' };

const KEYS = [
  ['J', 'Go to the next fact'],
  ['K', 'Go to the previous fact'],
  ['X', 'Select or deselect it'],
  ['A', 'Approve it, or the selection'],
  ['R', `Reject it, or the selection; then 1 to ${REJECT_REASONS.length} for the reason`],
  ['E', 'Edit it; Ctrl+Enter or ⌘+Enter saves'],
  ['Z', 'Undo; press again to undo more'],
  ['?', 'Show this help'],
] as const;

interface JokeDialogProps {
  action: Exclude<JokeAction, 'approve' | 'reject' | 'delete'> | 'tag' | 'help';
  /** Only `reason` and `tag` have several. */
  jokes: readonly ListedJoke[];
  onDecide: (change: Change) => void;
  onClose: () => void;
}

function JokeDialog({ action, jokes, onDecide, onClose }: JokeDialogProps) {
  const decide = useDecide();
  const [joke] = jokes;
  if (action === 'help') return <KeysDialog keys={KEYS} onClose={onClose} />;
  if (!joke) return null;
  switch (action) {
    case 'edit':
      return <EditDialog joke={joke} action="edit" onSave={decide} onClose={onClose} />;
    case 'preview':
      return <ImageDialog joke={joke} onClose={onClose} />;
    case 'similar':
      return <SimilarDialog joke={joke} onDecide={onDecide} onClose={onClose} />;
    case 'tag':
      return (
        <BulkTagsDialog
          jokes={jokes}
          onChange={(patch) => onDecide(newChange('tag', jokes, patch))}
          onClose={onClose}
        />
      );
    case 'reason':
      return (
        <RejectDialog
          jokes={jokes}
          onReject={(reason) => onDecide(rejection(jokes, reason))}
          onClose={onClose}
        />
      );
  }
}

function JokePage({ jokes: listed }: { jokes: readonly ListedJoke[] }) {
  const decisions = useDecisions();
  const decide = useDecide();
  const [dialog, setDialog] = useState<Pick<JokeDialogProps, 'action' | 'jokes'>>();
  const jokes = listed.map((joke) => withDecisions(joke, decisions));
  const runningAction = ({ joke_id }: ListedJoke) => unansweredAction(joke_id, decisions);
  const selection = useSelection(
    jokes.filter((joke) => joke.status !== 'deleted' && runningAction(joke) === undefined),
  );
  const { selected, select } = selection;
  const close = () => setDialog(undefined);
  const openHelp = () => setDialog({ action: 'help', jokes: [] });

  const make = (change: Change) => {
    void decide(change);
    select(change.items, false);
  };
  const act = (action: JokeAction | 'tag', some: readonly ListedJoke[]) => {
    if (some.length === 0) return;
    if (action === 'approve') make(approval(some));
    else if (action === 'reject') make(rejection(some));
    else if (action === 'delete') {
      focusRowOf(document.activeElement);
      make(newChange('delete', some, { status: 'deleted' }));
    } else setDialog({ action, jokes: some });
  };
  useRowKeys(selection, {
    a: (chosen, focused) => {
      act('approve', chosen);
      if (chosen === focused && focused.length > 0) focusRow(1);
    },
    r: (chosen) => act('reason', chosen),
    e: (_chosen, focused) => act('edit', focused),
    '?': openHelp,
  });

  return (
    <>
      {jokes.length > 0 && (
        <JokeTable>
          {jokes.map((joke) => (
            <JokeRow
              key={joke.joke_id}
              joke={joke}
              decided={joke.status === 'deleted'}
              selection={selection}
              facts={<JokeFacts joke={joke} />}
            >
              <JokeActions
                joke={joke}
                running={runningAction(joke)}
                onAct={(action) => act(action, [joke])}
              />
            </JokeRow>
          ))}
        </JokeTable>
      )}
      <BulkBar
        selection={selection}
        actions={[
          { label: 'Approve', onClick: (some) => act('approve', some) },
          { label: 'Reject', opensDialog: true, onClick: (some) => act('reason', some) },
          { label: 'Tag', opensDialog: true, onClick: (some) => act('tag', some) },
        ]}
      />
      <button type="button" className="link-button keys-only" onClick={openHelp}>
        Keyboard shortcuts
      </button>
      {dialog && (
        <JokeDialog
          {...dialog}
          onDecide={(change) => {
            make(change);
            // The row has the focus again.
            flushSync(close);
            if (dialog.action === 'reason' && selected.length === 0) focusRow(1);
          }}
          onClose={close}
        />
      )}
    </>
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
        id="joke-search"
        label="Search jokes"
        submit="Search"
        value={state.search}
        maxLength={limits.searchMaxLength}
        onSearch={search}
        choices={[
          {
            id: 'joke-status',
            label: 'Status',
            value: state.status,
            options: STATUS_OPTIONS,
            onChoose: (status) => filter({ status }),
          },
          {
            id: 'joke-sort',
            label: 'Sort',
            value: state.sort,
            options: SORT_OPTIONS,
            onChoose: (sort) => filter({ sort }),
          },
        ]}
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
