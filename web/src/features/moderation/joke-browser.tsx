import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Joke, JokeList as JokeListData, RejectReason } from 'functions/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { announce } from '../../stores/announcement.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { Verdict } from './decisions.ts';
import { FilterBar } from './filter-bar.tsx';
import type { DialogKind } from './joke-actions.tsx';
import { JokeDialog } from './joke-dialog.tsx';
import { JokeList } from './joke-list.tsx';
import { JokePager } from './joke-pager.tsx';
import { searchParamsOf, useListState } from './list-state.ts';
import { moderationList } from './moderation-queries.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { useDecisions } from './use-decisions.ts';

/** Finds, lists and moderates all jokes. */
export function JokeBrowser() {
  const [state, change] = useListState();
  const query = useQuery({ ...moderationList(state), placeholderData: keepPreviousData });
  const { data: list, isPlaceholderData: stale } = query;
  const decisions = useDecisions();
  const [selection, setSelection] = useState<readonly number[]>([]);
  const [dialog, setDialog] = useState<{ kind: DialogKind; joke: Joke } | 'reject-selected'>();
  const pages = Math.max(list?.pages ?? 1, 1);
  const page = Math.min(state.page, pages);
  const jokes = list?.jokes ?? [];
  const selectable = jokes.filter(({ joke_id: id }) => !decisions.rowOf(id).deleted);
  const selected = selectable.filter(({ joke_id: id }) => selection.includes(id));

  const key = searchParamsOf(state).toString();
  const resetList = () => {
    decisions.forget();
    setSelection([]);
  };
  const leaveList = useEffectEvent(resetList);
  useEffect(() => leaveList(), [key]);

  const announced = useRef<string>(undefined);
  const arrive = useEffectEvent(({ total }: JokeListData) => {
    // The page may not exist, for example in an old link.
    if (state.page > pages) return change({ page: String(pages) }, { replace: true });
    if (announced.current === key) return;
    announced.current = key;
    announce(`${total === 1 ? '1 joke' : `${total} jokes`}. Page ${page} of ${pages}`);
  });
  useEffect(() => {
    if (list !== undefined && !stale) arrive(list);
  }, [list, stale]);

  const goTo = (to?: number) => {
    const heading = document.getElementById('joke-management');
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
    if (to !== undefined) change({ page: String(to) });
  };
  const loadAgain = () => {
    resetList();
    void query.refetch();
  };
  const decideSelected = (action: Verdict, reason?: RejectReason) => {
    const idle = selected.filter(({ joke_id: id }) => decisions.rowOf(id).task === undefined);
    if (idle.length === 0) return;
    void decisions.decide(action, idle, { reason, onDone: () => setSelection([]) });
  };

  const rowProps = {
    onOpen: (kind: DialogKind, joke: Joke) => setDialog({ kind, joke }),
    onDecide: (action: Verdict, joke: Joke, onDone: () => void) =>
      void decisions.decide(action, [joke], { onDone }),
    onDelete: (joke: Joke, onDone: () => void) => void decisions.remove(joke, { onDone }),
    onUndo: (joke_id: number, audit_id: string) => void decisions.undo([{ joke_id, audit_id }]),
    onSelect: ({ joke_id: id }: Joke, isSelected: boolean) =>
      setSelection(isSelected ? [...selection, id] : selection.filter((each) => each !== id)),
  };
  const close = () => setDialog(undefined);

  return (
    <>
      <FilterBar state={state} onChange={change} onRepeat={loadAgain} />
      <JokeList
        query={query}
        rows={jokes.map((joke) => ({
          joke,
          row: decisions.rowOf(joke.joke_id),
          selected: selected.includes(joke),
          ...rowProps,
        }))}
      />
      {list !== undefined && (
        <>
          <BulkBar
            jokes={selectable}
            selected={selected}
            onSelect={(some) => setSelection(some.map(({ joke_id: id }) => id))}
            notice={decisions.notice}
          >
            <button type="button" className="button" onClick={() => decideSelected('approve')}>
              Approve {selected.length}
            </button>
            <button
              type="button"
              className="button"
              aria-haspopup="dialog"
              onClick={() => setDialog('reject-selected')}
            >
              Reject {selected.length}…
            </button>
          </BulkBar>
          <JokePager state={state} page={page} pages={pages} busy={stale} onGo={goTo} />
        </>
      )}
      {dialog === 'reject-selected' && (
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
