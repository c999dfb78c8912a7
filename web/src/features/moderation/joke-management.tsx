import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Joke, JokeList as JokeListData } from 'functions/contract';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { pagesAround, typedPage } from '../../components/page-numbers.ts';
import { Pager } from '../../components/pager.tsx';
import { announce } from '../../stores/announcement.ts';
import { EditDialog } from './edit-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ImageDialog } from './image-dialog.tsx';
import type { DialogKind } from './joke-actions.tsx';
import { JokeList } from './joke-list.tsx';
import { searchParamsOf, useListState } from './list-state.ts';
import { moderationList } from './moderation-queries.ts';

/** How many pages the outer buttons jump (specification §9). */
const JUMP = 20;

interface GoToPageProps {
  /** Number of pages, at least 1. */
  pages: number;
  onGo: (page: number) => void;
}

/** A box for a page number. Anything but an existing page is ignored (specification §5). */
function GoToPage({ pages, onGo }: GoToPageProps) {
  const [typed, setTyped] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    const target = typedPage(typed, pages);
    if (target === undefined) return;
    setTyped('');
    onGo(target);
  };
  return (
    <form className="go-to-page" noValidate onSubmit={go}>
      <label>
        Go to{' '}
        <input
          className="field"
          inputMode="numeric"
          autoComplete="off"
          aria-description={`Page number from 1 to ${pages}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className="button">
        Go
      </button>
    </form>
  );
}

/** The panel for finding, listing and moderating all jokes. */
export function JokeManagement() {
  const [state, change] = useListState();
  const query = useQuery({ ...moderationList(state), placeholderData: keepPreviousData });
  const { data: list, isPlaceholderData: stale } = query;
  const [failure, setFailure] = useState<string>();
  const [dialog, setDialog] = useState<{ kind: DialogKind; joke: Joke }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const pages = Math.max(list?.pages ?? 1, 1);
  const page = Math.min(state.page, pages);

  const announced = useRef<string>(undefined);
  const arrive = useEffectEvent(({ total }: JokeListData) => {
    // The page's last joke may have been moderated, so that the page no longer exists.
    if (state.page > pages) return change({ page: String(pages) }, { replace: true });
    const key = searchParamsOf(state).toString();
    if (announced.current === key) return;
    announced.current = key;
    announce(`${total === 1 ? '1 joke' : `${total} jokes`}. Page ${page} of ${pages}`);
  });
  useEffect(() => {
    if (list !== undefined && !stale) arrive(list);
  }, [list, stale]);

  const scrollToList = () => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  };
  const turnTo = (to: number) => {
    scrollToList();
    change({ page: String(to) });
  };
  const close = () => setDialog(undefined);

  return (
    <section className="joke-management" aria-labelledby="joke-management">
      <h2 id="joke-management" tabIndex={-1} ref={heading}>
        Joke Management
      </h2>
      <FilterBar state={state} onChange={change} onRepeat={() => void query.refetch()} />
      {failure !== undefined && (
        <p className="action-failure" role="alert">
          Error: {failure}
        </p>
      )}
      <JokeList
        query={query}
        heading={heading}
        onOpen={(kind, joke) => setDialog({ kind, joke })}
        onResult={setFailure}
      />
      {list !== undefined && (
        <Pager
          page={page}
          pages={pages}
          busy={stale}
          numbers={pagesAround(page, pages)}
          jump={JUMP}
          urlOf={(to) => ({ search: searchParamsOf({ ...state, page: to }).toString() })}
          onGo={scrollToList}
        >
          <GoToPage pages={pages} onGo={turnTo} />
          <p className="moderation-page">
            Page {page} of {pages}
          </p>
        </Pager>
      )}
      {dialog?.kind === 'edit' && (
        <EditDialog joke={dialog.joke} onClose={close} onSaved={() => setFailure(undefined)} />
      )}
      {dialog?.kind === 'preview' && <ImageDialog joke={dialog.joke} onClose={close} />}
    </section>
  );
}
