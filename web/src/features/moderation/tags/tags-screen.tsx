import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { limits } from 'functions/domain';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { Ring } from '../../../components/spinner.tsx';
import { useLocaleNumber } from '../../../components/use-locale-number.ts';
import { announce } from '../../../stores/announcement.ts';
import { useShortcutSetting } from '../../../stores/shortcuts.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { countFacts } from '../notices.ts';
import { useOutbox } from '../use-outbox.ts';
import { QueryStates } from '../query-states.tsx';
import { changeTo, suggestedFor, type Untagged } from './tagging.ts';
import type { Tagged } from './tag-choices.tsx';
import { UntaggedFacts } from './untagged-facts.tsx';

/** Facts without a verdict, the oldest first. @param after the `next` of the page before; null at the end */
function untaggedPage(after: number | null) {
  return queryOptions({
    queryKey: ['moderation', 'untagged', after],
    queryFn: ({ signal }) => call('listUntagged', { query: { after: after ?? 0 } }, { signal }),
    enabled: after !== null,
    staleTime: 0,
    gcTime: 0,
    // What is shown keeps its place.
    refetchOnReconnect: (query) => query.state.data === undefined,
  });
}

/** Warns before the page is left with choices that were not confirmed. */
function useWarning(isWarning: boolean): void {
  useEffect(() => {
    if (!isWarning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isWarning]);
}

const KEYS = (
  <>
    <kbd>J</kbd> and <kbd>K</kbd> lead from one fact to the next, <kbd>Y</kbd> and <kbd>N</kbd> give
    the verdict, a letter chooses a tag, <kbd>Ctrl</kbd> + <kbd>Enter</kbd> confirms them all.
  </>
);

/** The facts without a verdict, as many at a time as one request confirms. After a failure, nothing is lost. */
function Tagging() {
  const outbox = useOutbox();
  const shortcuts = useShortcutSetting();
  const inLocale = useLocaleNumber();
  const [after, setAfter] = useState<number | null>(0);
  const query = useQuery(untaggedPage(after));
  /** Facts of earlier pages that have no verdict yet, or could not be tagged. */
  const [left, setLeft] = useState<readonly Untagged[]>([]);
  const [choices, setChoices] = useState<ReadonlyMap<number, Tagged>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const list = useRef<HTMLOListElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const page = query.data;
  const ids = new Set(left.map(({ joke }) => joke.joke_id));
  const loaded = page?.entries.filter(({ joke }) => !ids.has(joke.joke_id)) ?? [];
  const entries = [...left, ...loaded];
  const taggedOf = (entry: Untagged) => choices.get(entry.joke.joke_id) ?? suggestedFor(entry);
  const ready = entries
    .filter((entry) => taggedOf(entry).safe !== null)
    .slice(0, limits.moderationMaxIds);
  const isEmpty = entries.length === 0 && (after === null || page !== undefined);
  useWarning(choices.size > 0);

  const focusFirst = useEffectEvent(() => {
    const first = list.current?.querySelector<HTMLElement>('.tagging-fact') ?? bar.current;
    first?.focus({ preventScroll: true });
    if (after !== 0) first?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (page || after === null) focusFirst();
  }, [page, after]);

  const confirm = useMutation({
    mutationFn: () =>
      outbox.retag(
        ready.map(({ joke }) => joke),
        ready.map((entry) => changeTo(entry.joke, taggedOf(entry))),
      ),
    onSuccess: ({ results }) => {
      // A deleted fact needs no tags.
      const failed = results.filter(({ error, tags }) => error !== undefined && tags !== null);
      const reasons = new Map(failed.map(({ joke_id, error = '' }) => [joke_id, error]));
      const done = new Set(results.map(({ joke_id }) => joke_id).filter((id) => !reasons.has(id)));
      setFailures(reasons);
      setLeft(entries.filter(({ joke }) => !done.has(joke.joke_id)));
      setChoices(new Map([...choices].filter(([id]) => !done.has(id))));
      setAfter(page ? page.next : after);
      announce(`Tagged ${countFacts(done.size)}.`);
    },
  });
  const onConfirm = () => {
    if (ready.length > 0 && !confirm.isPending) confirm.mutate();
  };
  const onKeyDown = ({ key, ctrlKey, metaKey, repeat }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && !repeat) onConfirm();
  };
  const unjudged = entries.length - ready.length;
  return (
    <div className="tagging" onKeyDown={onKeyDown}>
      {page && entries.length > 0 && (
        <p>
          {page.total === 1 ? '1 fact has' : `${inLocale(page.total)} facts have`} no verdict yet.
          What the hint suggests is chosen; read it as if to a school class.{' '}
          {shortcuts && <span className="tagging-keys">{KEYS}</span>}
        </p>
      )}
      <UntaggedFacts
        entries={entries}
        taggedOf={taggedOf}
        failures={failures}
        list={list}
        onChange={(id, tagged) => setChoices(new Map(choices).set(id, tagged))}
      />
      {after !== null && <QueryStates query={query} />}
      <div className="tagging-bar" tabIndex={-1} ref={bar}>
        {isEmpty ? (
          <>
            <p>Everything is tagged. Chuck Norris was never in doubt.</p>
            <button type="button" className="button" onClick={() => setAfter(0)}>
              Look for new facts
            </button>
          </>
        ) : (
          entries.length > 0 && (
            <>
              <p role={confirm.isError ? 'alert' : undefined}>
                {confirm.isError
                  ? `Error: ${messageOf(confirm.error)} Nothing is lost: confirm again.`
                  : unjudged > 0 && `${countFacts(unjudged)} without a verdict will stay.`}
              </p>
              <BusyButton
                className="button button-main"
                aria-keyshortcuts="Control+Enter Meta+Enter"
                busy={confirm.isPending || ready.length === 0}
                onClick={onConfirm}
              >
                {confirm.isPending && <Ring />}{' '}
                {confirm.isPending ? 'Saving...' : `Confirm ${countFacts(ready.length)}`}
              </BusyButton>
            </>
          )
        )}
      </div>
    </div>
  );
}

/** Gives facts their tags and verdicts, many at a time. Its route controls access. */
export default function TagsScreen() {
  return (
    <AdminScreen title="Tag Facts">
      <Tagging />
    </AdminScreen>
  );
}
