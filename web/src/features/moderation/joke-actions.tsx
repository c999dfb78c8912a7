import type { Joke } from 'functions/contract';
import type { KeyboardEvent, MouseEvent } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Ring } from '../../components/spinner.tsx';
import type { Verdict } from './decisions.ts';
import { focusNextRow } from './row-focus.ts';
import type { RowState } from './use-decisions.ts';

/** The actions that open a dialog. */
export type DialogKind = 'preview' | 'edit' | 'reason' | 'similar';

const BUTTONS = [
  { action: 'preview', label: 'Preview image', icon: 'image' },
  { action: 'edit', label: 'Edit', icon: 'edit' },
  { action: 'approve', label: 'Approve', icon: 'approve' },
  { action: 'reject', label: 'Reject', icon: 'reject' },
  { action: 'reason', label: 'Reject with a reason', icon: 'expand' },
  { action: 'delete', label: 'Delete', icon: 'delete' },
] as const;

type Action = (typeof BUTTONS)[number]['action'];

/** What a row's buttons do. */
export interface RowHandlers {
  onOpen: (kind: DialogKind, joke: Joke) => void;
  /** @param onDone to be called when it is done, before the row changes */
  onDecide: (action: Verdict, joke: Joke, onDone: () => void) => void;
  onDelete: (joke: Joke, onDone: () => void) => void;
}

interface JokeActionsProps extends RowHandlers {
  joke: Joke;
  row: RowState;
}

/** The accessible name of a button, which tells the rows apart. */
function nameOf(action: Action, label: string, joke: Joke): string {
  const fact = `fact no. ${joke.joke_id}`;
  if (action === 'reason') return `Reject ${fact} with a reason`;
  if (action !== 'preview') return `${label} ${fact}`;
  if (joke.image_url === null) return `${label} of ${fact}, none yet`;
  return `${label} of ${fact}, generated${joke.image_outdated ? ', older than the text' : ''}`;
}

/** Ignores the repeated clicks of an Enter key that is held down: the focus moves to the next row. */
function ignoreRepeats(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/**
 * The action buttons of one joke (specification §4, joke status). All of them are disabled while one
 * of its actions runs, and hidden when the joke was deleted; they keep their space.
 */
export function JokeActions({ joke, row, onOpen, onDecide, onDelete }: JokeActionsProps) {
  const start = (action: Action, { currentTarget, detail }: MouseEvent<HTMLElement>) => {
    // Only after a key press may the page scroll: what is under the pointer stays there.
    const onDone = () => focusNextRow(currentTarget, { preventScroll: detail > 0 });
    if (action === 'approve' || action === 'reject') return onDecide(action, joke, onDone);
    if (action !== 'delete') return onOpen(action, joke);
    if (window.confirm('Are you sure you want to delete this joke?')) onDelete(joke, onDone);
  };

  const hasImage = joke.image_url !== null;
  return (
    <div className="joke-actions" inert={row.deleted} onKeyDown={ignoreRepeats}>
      {BUTTONS.map(({ action, label, icon }) => (
        <BusyButton
          key={action}
          className="joke-action"
          data-action={action}
          data-has-image={action === 'preview' ? hasImage : undefined}
          aria-label={nameOf(action, label, joke)}
          aria-haspopup={action === 'reason' ? 'dialog' : undefined}
          title={label}
          busy={row.task !== undefined}
          onClick={(event) => start(action, event)}
        >
          {row.task === action ? (
            <Ring />
          ) : (
            <Icon name={action === 'preview' && !hasImage ? 'imageMissing' : icon} />
          )}
        </BusyButton>
      ))}
    </div>
  );
}
