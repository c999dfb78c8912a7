import type { Joke } from 'functions/contract';
import { useRef, useState } from 'react';
import { Pagination } from '../../components/pagination.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ImageDialog } from './image-dialog.tsx';
import type { JokeAction } from './joke-actions.tsx';
import { JokeList } from './joke-list.tsx';
import { useListState } from './list-state.ts';
import { useModerationList } from './use-moderation-list.ts';
import { useModeration } from './use-moderation.ts';
import { usePlace } from './use-place.ts';

/** The panel for finding, listing and moderating all jokes. */
export function JokeManagement() {
  const [state, change] = useListState();
  const { data: list, error, isPlaceholderData: stale, refetch } = useModerationList(state);
  const { running, failure, run, refresh } = useModeration();
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'preview'; joke: Joke }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const pages = Math.max(list?.pages ?? 1, 1);

  usePlace(state, stale ? undefined : list, change);

  const act = (joke: Joke, action: JokeAction) => {
    if (action === 'edit' || action === 'preview') setDialog({ kind: action, joke });
    else run(joke, action);
  };
  const turnTo = (page: number) => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
    change({ page });
  };
  const close = () => setDialog(undefined);

  return (
    <section className="joke-management" aria-labelledby="joke-management">
      <h2 id="joke-management" tabIndex={-1} ref={heading}>
        Joke Management
      </h2>
      <FilterBar state={state} onChange={change} onRepeat={() => void refetch()} />
      {failure !== undefined && (
        <p className="action-failure" role="alert">
          Error: {failure}
        </p>
      )}
      <JokeList
        list={list}
        stale={stale}
        error={error}
        running={running}
        heading={heading}
        onRetry={() => void refetch()}
        onAction={act}
      />
      {list !== undefined && (
        <Pagination page={Math.min(state.page, pages)} pages={pages} onGo={turnTo} />
      )}
      {dialog?.kind === 'edit' && (
        <EditDialog joke={dialog.joke} onClose={close} onSaved={() => void refresh()} />
      )}
      {dialog?.kind === 'preview' && <ImageDialog joke={dialog.joke} onClose={close} />}
    </section>
  );
}
