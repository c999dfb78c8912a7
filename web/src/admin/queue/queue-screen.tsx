import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { limits, taggingOnApproval } from 'functions/domain';
import { useEffect, useLayoutEffect } from 'react';
import { adminImage } from '../admin-image.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import { keepingOne, rejection, type Change, type SeenJoke } from '../changes.ts';
import { useDecide, useUndo } from '../decide.ts';
import { useDecisions } from '../decisions.ts';
import { useListedKeys } from '../../ui/keys-dialog.tsx';
import { useModeration } from '../moderation.tsx';
import { adminCounts, queuePages, type PendingEntry } from '../moderation-queries.ts';
import { QueryStates } from '../query-states.tsx';
import { REASON_KEYS } from '../reject-dialog.tsx';
import { sortSimilar } from '../similar-facts.tsx';
import { PendingFact } from './pending-fact.tsx';
import {
  avoidOthers,
  beginAgain,
  hasMore,
  leftOf,
  loadAgain,
  showAgain,
  skip,
  skippedFacts,
  useQueue,
  viewOf,
  wasLate,
} from './queue.ts';
import { QueueBar, QueueEnd } from './queue-bar.tsx';
import { twinsOf } from './twins.tsx';
import styles from './queue.module.css';

const PRELOADED = 2;

/** Loads the images of the next facts. */
function usePreloadedImages(entries: readonly PendingEntry[]): void {
  useQueries({ queries: entries.flatMap(({ joke }) => joke.image_url ?? []).map(adminImage) });
}

/** Pending facts, one at a time. Its route controls access. */
export default function QueueScreen() {
  const client = useQueryClient();
  const queue = useQueue();
  const skipped = skippedFacts.use();
  const decisions = useDecisions();
  const decide = useDecide();
  const { act, asked, dialog } = useModeration((change) => send(change), 'approve');
  const undoLatest = useUndo();
  const query = useInfiniteQuery(queuePages(queue.from));
  const { data: counts } = useQuery(adminCounts);
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;

  const pages = data?.pages ?? [];
  const { shown, current, ahead } = viewOf(pages, queue, skipped, decisions, asked === 'edit');
  const joke = current?.joke;
  useLayoutEffect(() => useQueue.setState({ shown }), [shown, queue.shown]);
  usePreloadedImages(ahead.slice(0, PRELOADED));
  const loadsMore = hasNextPage && !isFetching && query.error === null;
  const isShort = ahead.length < limits.queueMaxPageSize;
  useEffect(() => {
    if (loadsMore && isShort) void fetchNextPage();
  }, [loadsMore, isShort, fetchNextPage]);

  const isOver = data && !current && !hasNextPage && !isFetching && query.error === null;
  const told = counts?.pending ?? pages[0]?.total ?? 0;
  const left = leftOf(told, skipped, decisions);
  const isIncomplete = isOver && hasMore(left, decisions);
  useEffect(() => {
    if (isIncomplete) void loadAgain(client);
  }, [isIncomplete, client]);

  const send = async (change: Change) => {
    const end = await decide({ ...change, ...(shown && { madeAt: shown }) });
    if (shown && wasLate(end, shown.joke.joke_id)) avoidOthers(client, shown.from);
    return end;
  };
  const undo = () => {
    const change = undoLatest();
    if (change?.madeAt) showAgain(change.madeAt);
  };

  const similar = current && sortSimilar(current.similar);
  const twins = joke && similar ? twinsOf(joke, similar) : [];
  const keep = (kept: SeenJoke) => {
    const others = twins.flatMap((twin) => (twin.joke === kept ? [] : twin.joke));
    void send(keepingOne(kept, others));
  };
  const keys = useListedKeys({
    ...Object.fromEntries(
      twins.map((twin) => [
        twin.key,
        [`Keep fact no. ${twin.joke.joke_id}, and reject its duplicates`, () => keep(twin.joke)],
      ]),
    ),
    ...(current &&
      joke &&
      similar && {
        a: ['Approve the fact', () => act('approve', [joke])],
        r: [`Reject it; ${REASON_KEYS}`, () => act('reject', [joke], similar.twin)],
        ...(similar.original && {
          d: [
            'Reject it, and its pending duplicates',
            () => void send(rejection([joke, ...similar.pending], 'duplicate', similar.original)),
          ],
        }),
        e: [
          'Edit its text and tags; Ctrl+Enter or ⌘+Enter saves and approves',
          () => act('edit', [{ ...joke, ...taggingOnApproval(joke, current.hint) }]),
        ],
        s: ['Skip it; it comes back at the end', () => skip(current)],
      }),
    z: ['Undo; press again to undo more', undo],
  });
  return (
    <AdminScreen title="Review Queue" className={current && styles.screen}>
      {current && joke && similar && (
        <div className={styles.current}>
          <PendingFact
            key={joke.joke_id}
            entry={current}
            similar={similar}
            twins={twins}
            progress={`${left} left${skipped.ids.length > 0 ? `, ${skipped.ids.length} skipped` : ''}`}
            onPress={keys.press}
          />
          <QueueBar onUndo={undo} onPress={keys.press} />
        </div>
      )}
      {dialog}
      {keys.help}
      {!current && !isOver && (
        <QueryStates
          query={{ data: undefined, error: query.error, refetch: data ? fetchNextPage : refetch }}
        />
      )}
      {isOver && (
        <QueueEnd
          seen={decisions.entries.length + skipped.ids.length}
          skipped={skipped.ids.length}
          onAgain={() => beginAgain(client)}
          onUndo={undo}
        />
      )}
    </AdminScreen>
  );
}
