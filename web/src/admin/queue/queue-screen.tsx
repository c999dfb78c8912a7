import { useInfiniteQuery } from '@tanstack/react-query';
import { imageSrcSet } from 'functions/contract';
import { limits } from 'functions/domain';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import KeysDialog from '../../ui/keys-dialog.tsx';
import { announce } from '../../stores/announcement.ts';
import { useShortcuts } from '../../stores/shortcuts.ts';
import { AdminScreen } from '../admin-screen.tsx';
import {
  approval,
  keepingOne,
  rejection,
  undoing,
  type Change,
  type SeenJoke,
} from '../changes.ts';
import { shown, undoable, useDecide, useHistory } from '../decide.ts';
import { EditForm } from '../edit-form.tsx';
import { QUEUE_KEYS } from '../keys.ts';
import { queuePages, type PendingEntry } from '../moderation-queries.ts';
import { QueryStates } from '../query-states.tsx';
import { RejectDialog } from '../reject-dialog.tsx';
import { similarFactsOf } from './similar-facts.ts';
import { HEADING_ID, IMAGE_SIZES, PendingFact, taggedAs } from './pending-fact.tsx';
import { BUTTONS, QueueBar, type QueueAction } from './queue-bar.tsx';
import { QueueEnd } from './queue-end.tsx';
import styles from './queue.module.css';

/** How many facts after the current one have their images loaded. */
const PRELOADED = 2;
/** How many facts are passed over after another moderator was faster, who is probably at the next one. */
const PASSED_OVER = 20;

/** Loads the images of the next facts, and keeps them until the facts are shown. */
function usePreloadedImages(entries: readonly PendingEntry[]): void {
  const urls = entries.flatMap(({ joke }) => joke.image_url ?? []).join(' ');
  useEffect(() => {
    const images = urls
      .split(' ')
      .filter(Boolean)
      .map((url) => {
        const image = new Image();
        image.sizes = IMAGE_SIZES;
        image.srcset = imageSrcSet(url);
        image.src = url;
        return image;
      });
    return () => {
      images.length = 0;
    };
  }, [urls]);
}

/** The facts from this number on are still to be reviewed. It outlives the screen, as when a link was followed. */
const usePosition = create<number>()(() => 0);

const isOpen = ({ joke }: PendingEntry) => joke.status === 'pending';

/** Pending facts, the oldest first, one at a time. Its route controls access. */
export default function QueueScreen() {
  const query = useInfiniteQuery(queuePages);
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const history = useHistory();
  const decide = useDecide();
  const position = usePosition((number) => number);
  const setPosition = (number: number) => usePosition.setState(number, true);
  const [editing, setEditing] = useState<number>();
  const [dialog, setDialog] = useState<'reject' | 'help'>();
  const detour = useRef<number | 'further'>(undefined);
  const bar = useRef<HTMLDivElement>(null);

  const entries = (data?.pages ?? [])
    .flatMap((page) => page.entries)
    .map((entry) => ({ ...entry, joke: shown(entry.joke, history) }));
  const ahead = entries.filter((entry) => entry.joke.joke_id >= position && isOpen(entry));
  // What is being edited stays, whatever others decide about it.
  const current = entries.find(({ joke }) => joke.joke_id === editing) ?? ahead[0];
  const next = ahead.filter((entry) => entry !== current);
  usePreloadedImages(next.slice(0, PRELOADED));
  const loadsMore = hasNextPage && !isFetching && query.error === null;
  const isShort = ahead.length < limits.queueMaxPageSize;
  useEffect(() => {
    if (loadsMore && isShort) void fetchNextPage();
  }, [loadsMore, isShort, fetchNextPage]);

  /** Goes to the next fact, or where an answer has said. What is passed over comes at the end. */
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
    const latest = undoable(history).at(-1);
    const [first] = latest?.items ?? [];
    if (!latest || !first) return;
    setPosition(first.joke_id);
    const undone = decide(undoing(latest));
    const isLoaded = entries.some(({ joke }) => joke.joke_id === first.joke_id);
    // It was decided before this screen was opened.
    if (!isLoaded) void undone.then(() => refetch());
  };
  const again = () => {
    setPosition(0);
    void refetch();
  };

  const joke = current?.joke;
  const similar = current && similarFactsOf(current, entries);
  const keep = (kept: SeenJoke | undefined = joke) => {
    if (!joke || !kept || !similar || similar.rivals.length === 0) return;
    const all = [joke, ...similar.rivals];
    const others = all.filter(({ joke_id }) => joke_id !== kept.joke_id);
    decideAndMoveOn(keepingOne(kept, others));
  };
  const rejectOthers = () => {
    if (!joke || !similar) return;
    const { original, duplicates, rivals } = similar;
    if (original && duplicates.length > 0) {
      decideAndMoveOn(rejection(duplicates, 'duplicate', original));
    } else if (rivals.length > 0) void send(rejection(rivals, 'duplicate', joke));
  };
  const act = (action: QueueAction) => {
    if (!joke) return;
    if (action === 'approve') decideAndMoveOn(approval([joke]));
    else if (action === 'edit') setEditing(joke.joke_id);
    else if (action === 'skip') {
      announce(`Skipped fact no. ${joke.joke_id}. It comes back at the end.`);
      moveOn();
    } else setDialog(action);
  };
  useShortcuts((key) => {
    const pressed = BUTTONS.find(({ shortcut }) => shortcut.toLowerCase() === key);
    if (key === 'z') undo();
    else if (editing !== undefined || !joke) return false;
    else if (pressed) act(pressed.action);
    else if (key === 'k') keep();
    else if (key === 'd') rejectOthers();
    else return false;
    return true;
  });

  const close = () => setDialog(undefined);
  const endEditing = () => {
    flushSync(() => setEditing(undefined));
    document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
  };
  const place = current ? entries.indexOf(current) + 1 : 0;
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
            editor={
              editing !== joke.joke_id ? undefined : (
                <EditForm
                  joke={{ ...joke, ...taggedAs(current) }}
                  inDialog={false}
                  onClose={endEditing}
                />
              )
            }
          />
          <QueueBar busy={editing !== undefined} bar={bar} onUndo={undo} onAct={act} />
          {dialog === 'reject' && (
            <RejectDialog
              jokes={[joke]}
              required
              onReject={(reason) => decideAndMoveOn(rejection([joke], reason, similar.twin))}
              onClose={close}
            />
          )}
          {dialog === 'help' && <KeysDialog keys={QUEUE_KEYS} onClose={close} />}
        </div>
      )}
      {!current && (data === undefined || hasNextPage || query.error !== null || isFetching) && (
        <QueryStates
          query={{ data: undefined, error: query.error, refetch: data ? fetchNextPage : refetch }}
        />
      )}
      {!current && data && !hasNextPage && !isFetching && (
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
