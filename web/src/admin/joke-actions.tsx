import { averageText, countText, localDayText } from '../ui/format.ts';
import { limits } from 'functions/domain';
import { useLocation, useNavigate } from 'react-router-dom';
import { adminPath } from '../paths.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Ring } from '../ui/spinner.tsx';
import { REJECT_LABELS } from './labels.tsx';
import { opensDialog, type ModeratedJoke, type Verb } from './moderation.tsx';
import type { ListedJoke } from './moderation-queries.ts';
import { quote } from './actions.ts';
import { tagsText } from './tags.tsx';
import styles from './moderated-table.module.css';

/** `word` is the visible label: below the icon on a small screen, else while the button is hovered or focused. */
const BUTTONS = [
  { action: 'preview', label: 'Preview image', word: 'Image', icon: 'image' },
  { action: 'edit', label: 'Edit', word: 'Edit', icon: 'edit' },
  { action: 'approve', label: 'Approve', word: 'Approve', icon: 'approve' },
  { action: 'reject', label: 'Reject', word: 'Reject', icon: 'reject' },
  { action: 'delete', label: 'Delete', word: 'Delete', icon: 'delete' },
] as const;

type ButtonAction = (typeof BUTTONS)[number]['action'];

interface JokeActionsProps {
  joke: ModeratedJoke;
  onAct: (verb: Verb) => void;
}

function nameOf(action: ButtonAction, label: string, joke: ListedJoke): string {
  const fact = `fact no. ${joke.joke_id}`;
  if (action !== 'preview') return `${label} ${fact}`;
  if (joke.image_url === null) return `${label} of ${fact}, none yet`;
  return `${label} of ${fact}, generated`;
}

/** The question of Delete, with the joke. */
function questionAbout({ joke_id, joke_text }: ListedJoke): string {
  return [
    'Are you sure you want to delete this joke?',
    `Fact no. ${joke_id}: ${quote(joke_text)}`,
    `The log keeps it for ${limits.restorableDays} days, where you can restore it.`,
  ].join('\n\n');
}

/** The buttons of a joke, disabled while one of its actions runs, and a menu with other actions. */
export function JokeActions({ joke, onAct }: JokeActionsProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { joke_id: id, image_url, running } = joke;
  const click = (action: ButtonAction) => {
    if (action !== 'delete' || window.confirm(questionAbout(joke))) onAct(action);
  };
  return (
    <>
      {BUTTONS.map(({ action, label, word, icon }) => (
        <BusyButton
          key={action}
          className={styles.action}
          data-action={action}
          data-has-image={action === 'preview' ? image_url !== null : undefined}
          aria-label={nameOf(action, label, joke)}
          aria-haspopup={opensDialog(action) ? 'dialog' : undefined}
          busy={running !== undefined}
          onClick={() => click(action)}
        >
          {running === action ? (
            <Ring />
          ) : (
            <Icon name={action === 'preview' && image_url === null ? 'imageMissing' : icon} />
          )}
          <span className={styles.word}>{word}</span>
        </BusyButton>
      ))}
      <Menu
        label={`More about fact no. ${id}`}
        busy={running !== undefined}
        items={[
          { label: 'Similar facts…', onSelect: () => onAct('similar') },
          {
            label: 'History',
            onSelect: () => void navigate(`${adminPath(pathname, 'log')}?fact=${id}`),
          },
        ]}
      />
    </>
  );
}

/** A joke's date, rating, tags and reason for rejection. */
export function JokeFacts({ joke }: { joke: ListedJoke }) {
  const { status, reject_reason: reason, duplicate_of: original } = joke;
  const why = reason && REJECT_LABELS[reason] + (original ? ` of no. ${original}` : '');
  return (
    <>
      {status === 'rejected' && why && <b>{why}</b>}{' '}
      <time dateTime={joke.created_at}>{localDayText(joke.created_at)}</time>{' '}
      {joke.num_votes > 0 && (
        <span>{`${averageText(joke.rating)}, ${countText(joke.num_votes, 'vote')}`}</span>
      )}{' '}
      {joke.tags.length > 0 && <span>{tagsText(joke.tags)}</span>}{' '}
      {!joke.safe && <span>Not for children</span>}
    </>
  );
}
