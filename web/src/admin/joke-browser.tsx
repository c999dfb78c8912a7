import { countText } from '../ui/format.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Joke, JokeList, RejectReason } from 'functions/contract';
import { limits } from 'functions/domain';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { announce } from '../stores/announcement.ts';
import { BulkBar, useSelection } from './bulk-bar.tsx';
import { EditForm } from './edit-form.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LIST_KEYS } from './keys.ts';
import KeysDialog from '../ui/keys-dialog.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { JokeActions, JokeFacts, type DialogKind } from './joke-actions.tsx';
import { FoundElsewhere, JokeRows } from './joke-list.tsx';
import { JokePager } from './joke-pager.tsx';
import type { JokeRowProps } from './joke-row.tsx';
import { changed, searchParamsOf, useListState } from './list-state.ts';
import { moderationList } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useRowFocus } from './row-focus.ts';
import { SimilarDialog } from './similar-dialog.tsx';
import { BulkTagsDialog } from './tags/tags-dialog.tsx';
import { useDecisions, type Decisions } from './use-decisions.ts';
import { useListKeys } from './use-list-keys.ts';

const STATUS_OPTIONS = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};
const SORT_OPTIONS = { date_desc: 'Newest First', date_asc: 'Oldest First' };

interface JokeDialogProps {
  kind: DialogKind;
  joke: Joke;
  decisions: Decisions;
  onClose: () => void;
}

/** The dialog that an action of a row opens. */
function JokeDialog({ kind, joke, decisions, onClose }: JokeDialogProps) {
  const { moveOn } = useRowFocus();
  const { decide, keepOne, saved, showNow } = decisions;
  switch (kind) {
    case 'edit':
      return (
        <EditForm
          joke={joke}
          inDialog
          onClose={onClose}
          onSaved={saved}
          onChanged={(now) => showNow(joke.joke_id, now)}
        />
      );
    case 'preview':
      return <ImageDialog joke={joke} onClose={onClose} />;
    case 'reason':
      return (
        <RejectDialog
          jokes={[joke]}
          onReject={(reason) => void decide('reject', [joke], { reason, onDone: moveOn })}
          onClose={onClose}
        />
      );
    case 'similar':
      return (
        <SimilarDialog
          joke={joke}
          onReject={(duplicates) =>
            void decide('reject', duplicates, { reason: 'duplicate', duplicate_of: joke.joke_id })
          }
          onKeep={(duplicates) => void keepOne(joke, duplicates)}
          onClose={onClose}
        />
      );
  }
}

/** Finds, lists and moderates all jokes. */
export function JokeBrowser() {
  const [state, change] = useListState();
  const query = useQuery({ ...moderationList(state), placeholderData: keepPreviousData });
  const { data: list, isPlaceholderData: stale } = query;
  const decisions = useDecisions();
  const { rowOf, decide } = decisions;
  const [dialog, setDialog] = useState<
    { kind: DialogKind; joke: Joke } | 'reject' | 'tag' | 'help'
  >();
  const focus = useRowFocus();
  const pages = Math.max(list?.pages ?? 1, 1);
  const page = Math.min(state.page, pages);
  const jokes = list?.jokes ?? [];
  const selection = useSelection(jokes.filter(({ joke_id }) => !rowOf(joke_id).deleted));
  const { selected, selectOnly } = selection;

  const key = searchParamsOf(state).toString();
  const resetList = () => {
    decisions.forget();
    selectOnly([]);
    setDialog(undefined);
  };
  const leaveList = useEffectEvent(resetList);
  useEffect(() => leaveList(), [key]);

  const announced = useRef<string>(undefined);
  const arrive = useEffectEvent(({ total }: JokeList) => {
    // The page may not exist, for example in an old link.
    if (state.page > pages) return change({ page: String(pages) }, { replace: true });
    if (announced.current === key) return;
    announced.current = key;
    announce(`${countText(total, 'joke')}. Page ${page} of ${pages}`);
  });
  useEffect(() => {
    if (list !== undefined && !stale) arrive(list);
  }, [list, stale]);

  const goTo = (to?: number) => {
    focus.heading.current?.focus({ preventScroll: true });
    focus.heading.current?.scrollIntoView({ block: 'start' });
    if (to !== undefined) change({ page: String(to) });
  };
  const search = (text: string) => {
    const wanted = changed(state, { search: text }).search;
    if (wanted !== state.search) change({ search: wanted });
    else {
      resetList();
      void query.refetch();
    }
    return wanted;
  };
  const idle = selected.filter(({ joke_id }) => rowOf(joke_id).task === undefined);
  const decideSelected = (action: 'approve' | 'reject', reason?: RejectReason) => {
    if (idle.length > 0) void decide(action, idle, { reason, onDone: () => selectOnly([]) });
  };

  const rowPropsOf = (joke: Joke): JokeRowProps => {
    const row = rowOf(joke.joke_id);
    const onOpen = (kind: DialogKind) => setDialog({ kind, joke });
    return {
      joke,
      row,
      label: 'ID ',
      decided: row.deleted === true,
      selected: selected.includes(joke),
      onSelect: selection.select,
      onUndo: (step) => void decisions.undo(step),
      facts: <JokeFacts joke={joke} row={row} onOpen={onOpen} />,
      actions: (first) => (
        <JokeActions
          joke={joke}
          row={row}
          first={first}
          onOpen={onOpen}
          onDecide={(action, onDone) => void decide(action, [joke], { onDone })}
          onDelete={(onDone) => void decisions.remove(joke, onDone)}
        />
      ),
    };
  };
  const close = () => setDialog(undefined);
  const unlessBusy = (act: (joke: Joke) => void) => (joke: Joke) => {
    const { task, deleted } = rowOf(joke.joke_id);
    if (task === undefined && !deleted) act(joke);
  };
  useListKeys({
    jokes,
    onApprove: unlessBusy((joke) => void decide('approve', [joke], { onDone: focus.moveOn })),
    onOpen: (kind, joke) => unlessBusy(() => setDialog({ kind, joke }))(joke),
    onSelect: unlessBusy((joke) => selection.select(joke.joke_id, !selected.includes(joke))),
    onUndo: () => decisions.undoLatest(),
    onHelp: () => setDialog('help'),
  });

  return (
    <>
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
      {list?.jokes.length === 0 && (
        <FoundElsewhere state={state} onStatus={(status) => change({ status })} />
      )}
      <div className="joke-list" aria-busy={stale} inert={stale}>
        {jokes.length > 0 && <JokeRows rows={jokes.map(rowPropsOf)} />}
      </div>
      {list !== undefined && (
        <>
          <BulkBar selection={selection} toast={decisions.toast}>
            <button type="button" className="button" onClick={() => decideSelected('approve')}>
              {`Approve ${selected.length}`}
            </button>
            <button
              type="button"
              className="button"
              aria-haspopup="dialog"
              onClick={() => setDialog('reject')}
            >
              {`Reject ${selected.length}…`}
            </button>
            <button
              type="button"
              className="button"
              aria-haspopup="dialog"
              onClick={() => setDialog('tag')}
            >
              {`Tag ${selected.length}…`}
            </button>
          </BulkBar>
          <JokePager state={state} page={page} pages={pages} busy={stale} onGo={goTo} />
          <button
            type="button"
            className="link-button moderation-help"
            onClick={() => setDialog('help')}
          >
            Keyboard shortcuts
          </button>
        </>
      )}
      {dialog === 'help' && <KeysDialog keys={LIST_KEYS} onClose={close} />}
      {dialog === 'tag' && (
        <BulkTagsDialog
          jokes={selected}
          onChange={(change) => void decisions.retag(idle, change, () => selectOnly([]))}
          onClose={close}
        />
      )}
      {dialog === 'reject' && (
        <RejectDialog
          jokes={selected}
          onReject={(reason) => decideSelected('reject', reason)}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && (
        <JokeDialog {...dialog} decisions={decisions} onClose={close} />
      )}
    </>
  );
}
