import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { limits, REJECT_REASONS, taggingOnApproval } from 'functions/domain';
import { useEffect, useLayoutEffect, useState } from 'react';
import KeysDialog from '../../ui/keys-dialog.tsx';
import { announce } from '../../stores/announcement.ts';
import { useShortcuts } from '../../stores/shortcuts.ts';
import { adminImage } from '../admin-image.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import { approval, keepingOne, rejection, type Change, type SeenJoke } from '../changes.ts';
import { useDecide, useUndo } from '../decide.ts';
import { useDecisions } from '../decisions.ts';
import { EditDialog } from '../edit-dialog.tsx';
import { adminCounts, queuePages, type PendingEntry } from '../moderation-queries.ts';
import { QueryStates } from '../query-states.tsx';
import { RejectDialog } from '../reject-dialog.tsx';
import { sortSimilar } from '../similar-facts.tsx';
import { PendingFact } from './pending-fact.tsx';
import {
  avoidOthers,
  beginAgain,
  hasMore,
  leftOf,
  loadAgain,
  moveOn,
  showAgain,
  skip,
  skippedFacts,
  useQueue,
  viewOf,
  wasLate,
} from './queue.ts';
import { BUTTONS, QueueBar, QueueEnd, type QueueAction } from './queue-bar.tsx';
import styles from './queue.module.css';

const KEYS = [
  ['A', 'Approve the fact'],
  ['R', `Reject it; then 1 to ${REJECT_REASONS.length} for the reason`],
  ['E', 'Edit its text and tags; Ctrl+Enter or ⌘+Enter saves and approves'],
  ['K', 'Keep this one, and reject its duplicates'],
  ['D', 'Reject the duplicates'],
  ['S', 'Skip it; it comes back at the end'],
  ['Z', 'Undo; press again to undo more'],
  ['?', 'Show this help'],
] as const;

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
  const undoLatest = useUndo();
  const query = useInfiniteQuery(queuePages(queue.from));
  const { data: counts } = useQuery(adminCounts);
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const [dialog, setDialog] = useState<'edit' | 'reject' | 'help'>();

  const pages = data?.pages ?? [];
  const { shown, current, ahead } = viewOf(pages, queue, skipped, decisions, dialog === 'edit');
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
    const { from } = useQueue.getState();
    const end = await decide({ ...change, ...(shown && { madeAt: shown }) });
    if (wasLate(end, joke?.joke_id)) avoidOthers(client, from);
    return end;
  };
  const decideAndMoveOn = (change: Change) => {
    void send(change);
    moveOn();
  };
  const undo = () => {
    const change = undoLatest();
    if (change?.madeAt) showAgain(change.madeAt);
  };

  const similar = current && sortSimilar(current.similar);
  const keep = (kept: SeenJoke | undefined = joke) => {
    if (!joke || !kept || !similar || similar.original || similar.pending.length === 0) return;
    const others = [joke, ...similar.pending].filter(({ joke_id }) => joke_id !== kept.joke_id);
    decideAndMoveOn(keepingOne(kept, others));
  };
  const rejectOthers = () => {
    if (!joke || !similar || similar.pending.length === 0) return;
    const { original, pending } = similar;
    if (original) decideAndMoveOn(rejection([joke, ...pending], 'duplicate', original));
    else void send(rejection(pending, 'duplicate', joke));
  };
  const act = (action: QueueAction) => {
    if (!joke || !current) return;
    if (action === 'approve') decideAndMoveOn(approval([joke]));
    else if (action === 'skip') {
      announce(`Skipped fact no. ${joke.joke_id}. It comes back at the end.`);
      skip(current);
    } else setDialog(action);
  };
  useShortcuts((key) => {
    const pressed = BUTTONS.find(({ shortcut }) => shortcut.toLowerCase() === key);
    if (key === 'z') undo();
    else if (!joke) return false;
    else if (pressed) act(pressed.action);
    else if (key === 'k') keep();
    else if (key === 'd') rejectOthers();
    else return false;
    return true;
  });

  const close = () => setDialog(undefined);
  return (
    <AdminScreen title="Review Queue" className={current && styles.screen}>
      {current && joke && similar && (
        <div className={styles.current}>
          <PendingFact
            key={joke.joke_id}
            entry={current}
            similar={similar}
            progress={`${left} left${skipped.ids.length > 0 ? `, ${skipped.ids.length} skipped` : ''}`}
            onKeep={keep}
            onRejectOthers={rejectOthers}
          />
          <QueueBar onUndo={undo} onAct={act} />
          {dialog === 'edit' && (
            <EditDialog
              joke={{ ...joke, ...taggingOnApproval(joke, current.hint) }}
              action="approve"
              onSave={send}
              onClose={close}
            />
          )}
          {dialog === 'reject' && (
            <RejectDialog
              jokes={[joke]}
              required
              onReject={(reason) => decideAndMoveOn(rejection([joke], reason, similar.twin))}
              onClose={close}
            />
          )}
          {dialog === 'help' && <KeysDialog keys={KEYS} onClose={close} />}
        </div>
      )}
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
