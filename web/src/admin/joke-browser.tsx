import { countText } from '../ui/format.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from 'functions/domain';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { announce } from '../stores/announcement.ts';
import KeysDialog from '../ui/keys-dialog.tsx';
import { BulkBar, useSelection } from './bulk-bar.tsx';
import { approval, keepingOne, newChange, rejection, type Change } from './changes.ts';
import { shown, taskOf, useDecide, useHistory, useUndo } from './decide.ts';
import { EditForm } from './edit-form.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { JokeActions, JokeFacts, type DialogKind } from './joke-actions.tsx';
import { JokePager } from './joke-pager.tsx';
import { JokeRow, JokeTable } from './joke-row.tsx';
import { LIST_KEYS } from './keys.ts';
import { changed, searchParamsOf, useListState } from './list-state.ts';
import { moderationList, type ListedJoke } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { SimilarDialog } from './similar-dialog.tsx';
import { BulkTagsDialog } from './tags.tsx';
import { focusRow, focusRowOf, useRowKeys } from './use-row-keys.ts';
import styles from './dashboard.module.css';

const STATUS_OPTIONS = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};
const SORT_OPTIONS = { date_desc: 'Newest First', date_asc: 'Oldest First' };

interface JokeDialogProps {
  kind: DialogKind;
  joke: ListedJoke;
  onDecide: (change: Change) => void;
  onClose: () => void;
}

/** The dialog that an action of a row opens. */
function JokeDialog({ kind, joke, onDecide, onClose }: JokeDialogProps) {
  switch (kind) {
    case 'edit':
      return <EditForm joke={joke} inDialog onClose={onClose} />;
    case 'preview':
      return <ImageDialog joke={joke} onClose={onClose} />;
    case 'reason':
      return (
        <RejectDialog
          jokes={[joke]}
          onReject={(reason) => onDecide(rejection([joke], reason))}
          onClose={onClose}
        />
      );
    case 'similar':
      return (
        <SimilarDialog
          joke={joke}
          onReject={(duplicates) => onDecide(rejection(duplicates, 'duplicate', joke))}
          onKeep={(duplicates) => onDecide(keepingOne(joke, duplicates))}
          onClose={onClose}
        />
      );
  }
}

/** The jokes of a page of the list, and what moderates them. */
function JokePage({ jokes: listed }: { jokes: readonly ListedJoke[] }) {
  const history = useHistory();
  const decide = useDecide();
  const undo = useUndo();
  const [dialog, setDialog] = useState<
    { kind: DialogKind; joke: ListedJoke } | 'reject' | 'tag' | 'help'
  >();
  const jokes = listed.map((joke) => shown(joke, history));
  const selection = useSelection(jokes.filter(({ status }) => status !== 'deleted'));
  const { selected, select, selectAll } = selection;
  const isIdle = ({ joke_id }: ListedJoke) => taskOf(joke_id, history) === undefined;
  const close = () => setDialog(undefined);

  const decideSelected = (changeOf: (idle: ListedJoke[]) => Change) => {
    const idle = selected.filter(isIdle);
    if (idle.length > 0) void decide(changeOf(idle));
    selectAll(false);
  };
  const decideOne = (joke: ListedJoke, action: 'approve' | 'reject' | 'delete') => {
    if (action === 'approve') void decide(approval([joke]));
    else if (action === 'reject') void decide(rejection([joke]));
    else {
      focusRowOf(document.activeElement);
      void decide(newChange('delete', [joke], { status: 'deleted' }));
    }
  };
  /** Acts on the joke with the focus, unless it is busy or deleted. */
  const onFocused = (act: (joke: ListedJoke) => void) => (id?: number) => {
    const joke = jokes.find(({ joke_id }) => joke_id === id);
    if (joke && isIdle(joke) && joke.status !== 'deleted') act(joke);
  };
  /** Acts on the selection, if there is one. */
  const onSelected = (actOnAll: () => void, act: (joke: ListedJoke) => void) =>
    selected.length > 0 ? actOnAll : onFocused(act);
  const approveSelected = () => decideSelected((idle) => approval(idle));
  useRowKeys({
    a: onSelected(approveSelected, (joke) => {
      decideOne(joke, 'approve');
      focusRow(1);
    }),
    r: onSelected(
      () => setDialog('reject'),
      (joke) => setDialog({ kind: 'reason', joke }),
    ),
    e: onFocused((joke) => setDialog({ kind: 'edit', joke })),
    x: onFocused((joke) => select(joke.joke_id, !selected.includes(joke))),
    z: undo,
    '?': () => setDialog('help'),
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
              selected={selected.includes(joke)}
              onSelect={select}
              facts={<JokeFacts joke={joke} />}
            >
              <JokeActions
                joke={joke}
                task={taskOf(joke.joke_id, history)}
                onOpen={(kind) => setDialog({ kind, joke })}
                onDecide={(action) => decideOne(joke, action)}
              />
            </JokeRow>
          ))}
        </JokeTable>
      )}
      <BulkBar
        selection={selection}
        actions={[
          { label: 'Approve', onClick: approveSelected },
          { label: 'Reject', opensDialog: true, onClick: () => setDialog('reject') },
          { label: 'Tag', opensDialog: true, onClick: () => setDialog('tag') },
        ]}
      />
      <button type="button" className="link-button keys-only" onClick={() => setDialog('help')}>
        Keyboard shortcuts
      </button>
      {dialog === 'help' && <KeysDialog keys={LIST_KEYS} onClose={close} />}
      {dialog === 'tag' && (
        <BulkTagsDialog
          jokes={selected}
          onChange={(patch) => decideSelected((idle) => newChange('tag', idle, patch))}
          onClose={close}
        />
      )}
      {dialog === 'reject' && (
        <RejectDialog
          jokes={selected}
          onReject={(reason) => decideSelected((idle) => rejection(idle, reason))}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && (
        <JokeDialog
          {...dialog}
          onDecide={(change) => {
            void decide(change);
            // The row has the focus again.
            flushSync(close);
            if (dialog.kind === 'reason') focusRow(1);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Finds, lists and moderates all jokes. */
export function JokeBrowser() {
  const [state, change] = useListState();
  const query = useQuery({ ...moderationList(state), placeholderData: keepPreviousData });
  const { data: list, isPlaceholderData: stale } = query;
  const content = useRef<HTMLDivElement>(null);
  const pages = Math.max(list?.pages ?? 1, 1);
  const page = Math.min(state.page, pages);
  const key = searchParamsOf(state).toString();

  const arrive = useEffectEvent(() => {
    if (list === undefined || stale) return;
    // The page may not exist, for example in an old link.
    if (state.page > pages) return change({ page: String(pages) }, { replace: true });
    announce(`${countText(list.total, 'joke')}. Page ${page} of ${pages}`);
  });
  const isLoaded = list !== undefined && !stale;
  useEffect(() => arrive(), [key, isLoaded]);

  const goTo = (to?: number) => {
    content.current?.focus({ preventScroll: true });
    content.current?.scrollIntoView({ block: 'start' });
    if (to !== undefined) change({ page: String(to) });
  };
  const search = (text: string) => {
    const wanted = changed(state, { search: text }).search;
    if (wanted !== state.search) change({ search: wanted });
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
            onChoose: (status) => change({ status }),
          },
          {
            id: 'joke-sort',
            label: 'Sort',
            value: state.sort,
            options: SORT_OPTIONS,
            onChoose: (sort) => change({ sort }),
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
