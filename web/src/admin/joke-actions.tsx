import { averageText, countText, localDayText } from '../ui/format.ts';
import type { Joke } from 'functions/contract';
import { limits } from 'functions/domain';
import type { MouseEvent, Ref } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Ring } from '../ui/spinner.tsx';
import { quote } from './notices.ts';
import { REJECT_LABELS } from './labels.tsx';
import { useRowFocus } from './row-focus.ts';
import { tagsText } from './tags/tag-choices.tsx';
import type { RowState } from './use-decisions.ts';

/** The actions that open a dialog. */
export type DialogKind = 'preview' | 'edit' | 'reason' | 'similar';

/** `word` is the visible label: below the icon on a small screen, else as long as it has the pointer or the focus. */
const BUTTONS = [
  { action: 'preview', label: 'Preview image', word: 'Image', icon: 'image' },
  { action: 'edit', label: 'Edit', word: 'Edit', icon: 'edit' },
  { action: 'approve', label: 'Approve', word: 'Approve', icon: 'approve' },
  { action: 'reject', label: 'Reject', word: 'Reject', icon: 'reject' },
  { action: 'reason', label: 'Reject with a reason', word: 'Reason', icon: 'expand' },
  { action: 'delete', label: 'Delete', word: 'Delete', icon: 'delete' },
] as const;

type Action = (typeof BUTTONS)[number]['action'];

interface JokeActionsProps {
  joke: Joke;
  row: RowState;
  /** the ref of the first button */
  first: Ref<HTMLButtonElement>;
  onOpen: (kind: DialogKind) => void;
  /** @param onDone to be called when it is done, before the row changes */
  onDecide: (action: 'approve' | 'reject', onDone: () => void) => void;
  onDelete: (onDone: () => void) => void;
}

/** The accessible name of a button, which tells the rows apart. */
function nameOf(action: Action, label: string, joke: Joke): string {
  const fact = `fact no. ${joke.joke_id}`;
  if (action === 'reason') return `Reject ${fact} with a reason`;
  if (action !== 'preview') return `${label} ${fact}`;
  if (joke.image_url === null) return `${label} of ${fact}, none yet`;
  return `${label} of ${fact}, generated${joke.image_outdated ? ', older than the text' : ''}`;
}

/** What Delete asks (specification §5), and what about. */
function questionAbout({ joke_id, joke_text }: Joke): string {
  return [
    'Are you sure you want to delete this joke?',
    `Fact no. ${joke_id}: ${quote(joke_text)}`,
    `The log keeps it for ${limits.restorableDays} days, where you can restore it.`,
  ].join('\n\n');
}

/** The buttons of a joke (specification §4, joke status), disabled while one of its actions runs. */
export function JokeActions(props: JokeActionsProps) {
  const { joke, row, first, onOpen, onDecide, onDelete } = props;
  const focus = useRowFocus();
  const start = (action: Action, event: MouseEvent<HTMLElement>) => {
    const onDone = focus.moveOnAfter(event);
    if (action === 'approve' || action === 'reject') return onDecide(action, onDone);
    if (action !== 'delete') return onOpen(action);
    if (window.confirm(questionAbout(joke))) onDelete(onDone);
  };

  const hasImage = joke.image_url !== null;
  return BUTTONS.map(({ action, label, word, icon }, index) => (
    <BusyButton
      key={action}
      className="joke-action"
      data-action={action}
      data-has-image={action === 'preview' ? hasImage : undefined}
      aria-label={nameOf(action, label, joke)}
      aria-haspopup={action === 'reason' ? 'dialog' : undefined}
      busy={row.task !== undefined}
      ref={index === 0 ? first : row.deleted ? undefined : focus.button}
      onClick={(event) => start(action, event)}
    >
      {row.task === action ? (
        <Ring />
      ) : (
        <Icon name={action === 'preview' && !hasImage ? 'imageMissing' : icon} />
      )}
      <span className="joke-action-word">{word}</span>
    </BusyButton>
  ));
}

function ratingOf({ rating, num_votes: votes }: Joke): string {
  if (votes === 0) return 'No votes';
  return `${averageText(rating)}, ${countText(votes, 'vote')}`;
}

/** When a joke was submitted, how it is rated, and what opens the similar ones. */
export function JokeFacts({
  joke,
  row,
  onOpen,
}: Pick<JokeActionsProps, 'joke' | 'row' | 'onOpen'>) {
  return (
    <>
      {joke.status === 'rejected' && joke.reject_reason && (
        <b>
          {REJECT_LABELS[joke.reject_reason] +
            (joke.duplicate_of === undefined ? '' : ` of no. ${joke.duplicate_of}`)}
        </b>
      )}{' '}
      <time dateTime={joke.created_at}>{localDayText(joke.created_at)}</time>{' '}
      <span className="joke-rating-fact">{ratingOf(joke)}</span>{' '}
      {joke.tags.length > 0 && <span>{tagsText(joke.tags)}</span>}{' '}
      {!joke.safe && <span>Not for children</span>}{' '}
      {!row.deleted && (
        <BusyButton
          className="joke-similar"
          aria-label={`Similar to fact no. ${joke.joke_id}`}
          aria-haspopup="dialog"
          busy={row.task !== undefined}
          onClick={() => onOpen('similar')}
        >
          Similar…
        </BusyButton>
      )}{' '}
      {joke.image_outdated && (
        <span className="joke-outdated">
          <Icon name="outdated" /> Image older than text
        </span>
      )}
    </>
  );
}
