import type { Patch, RejectReason } from 'functions/contract';
import { limits } from 'functions/domain';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Keys } from '../stores/shortcuts.ts';
import {
  approval,
  newChange,
  rejection,
  type Change,
  type Progress,
  type SeenJoke,
} from './changes.ts';
import { useDecide, useUndo } from './decide.ts';
import { unansweredAction, useDecisions, withDecisions } from './decisions.ts';
import { EditDialog } from './edit-dialog.tsx';
import { ImageDialog } from './image-dialog.tsx';
import type { ListedJoke } from './moderation-queries.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { SimilarDialog } from './similar-facts.tsx';
import { BulkTagsDialog } from './tags.tsx';

/** What a moderator does with jokes; some of it after a dialog. */
export type Verb =
  | 'approve'
  | 'keep'
  | 'delete'
  | 'reject'
  | 'tag'
  | 'edit'
  | 'preview'
  | 'similar';

/** Carried out at once. */
const AT_ONCE = ['approve', 'keep', 'delete'] as const satisfies Verb[];

/** Whether a dialog opens before a verb is carried out. */
export const opensDialog = (verb: Verb): boolean => AT_ONCE.every((each) => each !== verb);

interface Asked {
  verb: Exclude<Verb, (typeof AT_ONCE)[number]>;
  jokes: readonly ListedJoke[];
  /** of a rejection: the joke that they repeat, if they are duplicates */
  original: SeenJoke | undefined;
}

/**
 * What a moderator does with jokes, at once or after a dialog.
 * @param decide makes a decision
 * @param saving what the editor does with a pending fact
 */
export function useModeration(
  decide: (change: Change) => Promise<Progress | undefined>,
  saving: 'edit' | 'approve',
) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const make = (change: Change) => {
    // What had the focus before the dialog has it again.
    flushSync(close);
    void decide(change);
  };
  /** Does it with all of these jokes; edits, previews or compares the first one. */
  const act = useCallback(
    (verb: Verb, jokes: readonly ListedJoke[], original?: SeenJoke) => {
      if (jokes.length === 0) return;
      if (verb === 'approve') void decide(approval(jokes));
      else if (verb === 'keep') void decide(newChange('keep', jokes, { reports: null }));
      else if (verb === 'delete') void decide(newChange('delete', jokes, { status: 'deleted' }));
      else setAsked({ verb, jokes, original });
    },
    [decide],
  );
  function dialogOf({ verb, jokes, original }: Asked) {
    const [joke] = jokes;
    if (!joke) return null;
    switch (verb) {
      case 'edit':
        return <EditDialog joke={joke} action={saving} onSave={decide} onClose={close} />;
      case 'preview':
        return <ImageDialog joke={joke} onClose={close} />;
      case 'similar':
        return <SimilarDialog joke={joke} onDecide={make} onClose={close} />;
      case 'tag': {
        const tag = (patch: Patch) => make(newChange('tag', jokes, patch));
        return <BulkTagsDialog jokes={jokes} onChange={tag} onClose={close} />;
      }
      case 'reject': {
        const reject = (reason?: RejectReason) => make(rejection(jokes, reason, original));
        return <RejectDialog jokes={jokes} onReject={reject} onClose={close} />;
      }
    }
  }
  return { act, asked: asked?.verb, dialog: asked && dialogOf(asked) };
}

/** A row of a list that can have the focus. */
const ROW = '[data-joke-id][tabindex]';

const rowOf = (part: Element | null) => part?.closest<HTMLElement>(ROW);

/** Moves the focus to the next row or the previous one; to the first, if no row has it. */
export function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const current = rowOf(document.activeElement);
  const next = current ? rows[rows.indexOf(current) + by] : rows[0];
  next?.focus();
}

/** Keeps the focus in the list after a decision about one joke. */
function keepFocus({ action, items: [first, ...others] }: Change): void {
  const row = rowOf(document.activeElement);
  if (row?.dataset['jokeId'] !== String(first?.joke_id) || others.length > 0) return;
  if (row === document.activeElement) focusRow(1);
  // The button may disappear.
  else if (action !== 'approve') row?.focus({ preventScroll: true });
}

/** A joke of a moderated list, with the unanswered action on it, if any. */
export interface ModeratedJoke extends ListedJoke {
  running?: ReturnType<typeof unansweredAction>;
}

/**
 * The state of a moderated list: its jokes with this tab's decisions, the selection, at most as many as one request
 * changes, the keys and the open dialog.
 * @param isUndecided whether a moderator can act on a joke; nobody can while a decision about it has no answer
 */
export function useModeratedList(
  listed: readonly ListedJoke[],
  isUndecided: (joke: ListedJoke) => boolean,
) {
  const decisions = useDecisions();
  const decide = useDecide();
  const undo = useUndo();
  const [ids, setIds] = useState<readonly number[]>([]);
  const jokes = listed.map((joke): ModeratedJoke => {
    const running = unansweredAction(joke.joke_id, decisions);
    return running === undefined ? joke : { ...withDecisions(joke, decisions), running };
  });
  const selectable = jokes.filter((joke) => isUndecided(joke) && joke.running === undefined);
  const selected = selectable
    .filter(({ joke_id }) => ids.includes(joke_id))
    .slice(0, limits.changeMaxItems);
  /** Selects or deselects jokes. */
  const select = useCallback(
    (some: readonly Pick<ListedJoke, 'joke_id'>[], isSelected: boolean) => {
      const changed = some.map(({ joke_id }) => joke_id);
      setIds((before) => {
        const others = before.filter((id) => !changed.includes(id));
        return isSelected ? [...others, ...changed] : others;
      });
    },
    [],
  );
  const make = useCallback(
    (change: Change) => {
      if (change.action !== 'edit') select(change.items, false);
      keepFocus(change);
      return decide(change);
    },
    [decide, select],
  );
  const { act, dialog } = useModeration(make, 'edit');
  /** The joke in the focused row, unless nobody can act on it. */
  const focused = () => {
    const id = rowOf(document.activeElement)?.dataset['jokeId'];
    return selectable.filter(({ joke_id }) => String(joke_id) === id);
  };
  /** The selected jokes, or else the one of the row with the focus. */
  const chosen = () => (selected.length > 0 ? selected : focused());
  const keys: Keys = {
    j: ['Go to the next fact', () => focusRow(1)],
    k: ['Go to the previous fact', () => focusRow(-1)],
    x: [
      'Select or deselect it',
      () => select(focused(), !focused().some((joke) => selected.includes(joke))),
    ],
    z: ['Undo; press again to undo more', undo],
  };
  return { jokes, isUndecided, selectable, selected, select, act, keys, chosen, focused, dialog };
}
