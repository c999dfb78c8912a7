import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { limits, REJECT_REASONS, taggingOnApproval } from 'functions/domain';
import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import KeysDialog from '../../ui/keys-dialog.tsx';
import { announce } from '../../stores/announcement.ts';
import { useShortcuts } from '../../stores/shortcuts.ts';
import { adminImage } from '../admin-image.tsx';
import { AdminScreen } from '../admin-screen.tsx';
import { approval, keepingOne, rejection, type Change, type SeenJoke } from '../changes.ts';
import { useDecide, useDecisions, useUndo, withUnanswered } from '../decide.ts';
import { EditDialog } from '../edit-dialog.tsx';
import { queuePages, type PendingEntry } from '../moderation-queries.ts';
import { QueryStates } from '../query-states.tsx';
import { RejectDialog } from '../reject-dialog.tsx';
import { sortSimilar } from '../similar-facts.tsx';
import { PendingFact } from './pending-fact.tsx';
import { BUTTONS, QueueBar, QueueEnd, type QueueAction } from './queue-bar.tsx';
import styles from './queue.module.css';

const KEYS = [
  ['A', 'Approve the fact'],
  ['R', `Reject it; then 1 to ${REJECT_REASONS.length} for the reason`],
  ['E', 'Edit its text and tags; Ctrl+Enter or ⌘+Enter saves, with Shift also approves'],
  ['K', 'Keep this one, and reject its duplicates'],
  ['D', 'Reject the duplicates'],
  ['S', 'Skip it; it comes back at the end'],
  ['Z', 'Undo; press again to undo more'],
  ['?', 'Show this help'],
] as const;

const PRELOADED = 2;
/** The number of facts to pass over after another moderator was faster, who is probably at the next one. */
const PASSED_OVER = 20;

/** Loads the images of the next facts. */
function usePreloadedImages(entries: readonly PendingEntry[]): void {
  useQueries({ queries: entries.flatMap(({ joke }) => joke.image_url ?? []).map(adminImage) });
}

/** The number of the first fact that this visit has not reviewed. It survives visits to other screens. */
const usePosition = create<number>()(() => 0);

const isOpen = ({ joke }: PendingEntry) => joke.status === 'pending';

/** Pending facts, the oldest first, one at a time. Its route controls access. */
export default function QueueScreen() {
  const query = useInfiniteQuery(queuePages);
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const decisions = useDecisions();
  const decide = useDecide();
  const undoLatest = useUndo();
  const position = usePosition((number) => number);
  const setPosition = (number: number) => usePosition.setState(number, true);
  /** the number of the fact that is being edited */
  const [edited, setEdited] = useState<number>();
  const [dialog, setDialog] = useState<'reject' | 'help'>();
  const detour = useRef<number | 'further'>(undefined);

  const entries = (data?.pages ?? [])
    .flatMap((page) => page.entries)
    .map((entry) => ({ ...entry, joke: withUnanswered(entry.joke, decisions) }));
  const ahead = entries.filter((entry) => entry.joke.joke_id >= position && isOpen(entry));
  // A fact that is being edited stays, whatever others decide about it.
  const current = entries.find(({ joke }) => joke.joke_id === edited) ?? ahead[0];
  const next = ahead.filter((entry) => entry !== current);
  usePreloadedImages(next.slice(0, PRELOADED));
  const loadsMore = hasNextPage && !isFetching && query.error === null;
  const isShort = ahead.length < limits.queueMaxPageSize;
  useEffect(() => {
    if (loadsMore && isShort) void fetchNextPage();
  }, [loadsMore, isShort, fetchNextPage]);

  /** Goes to the next fact, or takes the detour. Facts that are passed over come at the end. */
  const moveOn = () => {
    const to = detour.current;
    detour.current = undefined;
    const further = to === 'further' ? Math.min(PASSED_OVER, next.length - 1) : 0;
    const following = typeof to === 'number' ? to : next[further]?.joke.joke_id;
    setPosition(following ?? (entries.at(-1)?.joke.joke_id ?? 0) + 1);
  };
  const send = async (change: Change) => {
    const receipt = await decide(change);
    const refused = receipt?.results.find(({ error }) => error !== undefined);
    if (!refused) return;
    // A text that has changed is read again after the current fact.
    detour.current = refused.joke?.status === 'pending' ? refused.joke_id : 'further';
  };
  const decideAndMoveOn = (change: Change) => {
    void send(change);
    moveOn();
  };
  const undo = () => {
    const undone = undoLatest();
    const [first] = undone?.change.items ?? [];
    if (!undone || !first) return;
    setPosition(first.joke_id);
    const isLoaded = entries.some(({ joke }) => joke.joke_id === first.joke_id);
    // The queue was loaded after the decision.
    if (!isLoaded) void undone.answer.then(() => refetch());
  };
  const again = () => {
    setPosition(0);
    void refetch();
  };

  const joke = current?.joke;
  const similar = current && sortSimilar(current.similar, entries);
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
    if (!joke) return;
    if (action === 'approve') decideAndMoveOn(approval([joke]));
    else if (action === 'edit') setEdited(joke.joke_id);
    else if (action === 'skip') {
      announce(`Skipped fact no. ${joke.joke_id}. It comes back at the end.`);
      moveOn();
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
  const place = current ? entries.indexOf(current) + 1 : 0;
  const isOver = data && !hasNextPage && !isFetching && query.error === null;
  const total = Math.max(data?.pages[0]?.total ?? 0, entries.length);
  return (
    <AdminScreen title="Review Queue" className={current && styles.screen}>
      {current && joke && similar && (
        <div className={styles.current}>
          <PendingFact
            key={joke.joke_id}
            entry={current}
            similar={similar}
            progress={`${place} of ${total}`}
            onKeep={keep}
            onRejectOthers={rejectOthers}
          />
          <QueueBar onUndo={undo} onAct={act} />
          {edited !== undefined && (
            <EditDialog
              joke={{ ...joke, ...taggingOnApproval(joke, current.hint) }}
              onClose={() => setEdited(undefined)}
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
      {!current && isOver && (
        <QueueEnd
          seen={entries.length}
          left={entries.filter(isOpen).length}
          onAgain={again}
          onUndo={undo}
        />
      )}
    </AdminScreen>
  );
}
