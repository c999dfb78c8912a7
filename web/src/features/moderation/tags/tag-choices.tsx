import type { Joke } from 'functions/contract';
import { limits, TAG_LABELS, tagName, TAGS, type Tag } from 'functions/domain';
import { useId, type KeyboardEvent } from 'react';
import { shortcutOf, useShortcutSetting } from '../../../stores/shortcuts.ts';

/** What moderators say about a joke beside its text. */
export type Tagged = Pick<Joke, 'tags' | 'safe'>;

/** The key of each tag, a letter of its name. */
const TAG_KEYS: Readonly<Record<Tag, string>> = {
  animals: 'A',
  computers: 'C',
  'everyday-life': 'E',
  food: 'F',
  history: 'H',
  money: 'M',
  movies: 'O',
  school: 'S',
  science: 'I',
  sports: 'P',
  texas: 'T',
  wordplay: 'W',
};

/** The tag whose key was pressed. */
export function tagOf({ nativeEvent }: KeyboardEvent): Tag | undefined {
  const key = shortcutOf(nativeEvent)?.toUpperCase();
  return TAGS.find((tag) => TAG_KEYS[tag] === key);
}

/** A verdict in words; undefined stands for no change. */
export function safeLabel(safe: Joke['safe'] | undefined): string {
  if (safe === undefined) return 'Unchanged';
  if (safe === null) return 'Not judged';
  return safe ? 'Safe' : 'Not safe';
}

/** The names of tags, such as 'Food, Texas'; 'none' without any. */
export function tagsText(tags: readonly Tag[]): string {
  return tags.length === 0 ? 'none' : tags.map(tagName).join(', ');
}

/** Adds a tag or takes it away; a fourth one is not added. */
export function toggleTag(tags: readonly Tag[], tag: Tag): Tag[] {
  if (tags.includes(tag)) return tags.filter((each) => each !== tag);
  if (tags.length >= limits.tagsMax) return [...tags];
  return TAGS.filter((each) => each === tag || tags.includes(each));
}

interface TagChoicesProps {
  legend: string;
  tags: readonly Tag[];
  onChange: (tags: Tag[]) => void;
  /** the tags to choose from; all by default */
  options?: readonly Tag[];
  /** What the hint says the joke is about. */
  suggested?: readonly Tag[];
  /** Whether a letter chooses each tag: the parent handles the keys. */
  keys?: boolean;
  /** In a list of jokes: without a visible legend, and with shorter names. */
  compact?: boolean;
}

/** A checkbox for each tag. When three are chosen, the others are disabled. */
export function TagChoices(props: TagChoicesProps) {
  const { legend, tags, onChange, options = TAGS, suggested = [], keys, compact } = props;
  const hasKeys = useShortcutSetting() && keys;
  const isFull = tags.length >= limits.tagsMax;
  return (
    <fieldset className="tag-choices">
      <legend className={compact ? 'visually-hidden' : 'field-label'}>{legend}</legend>
      {options.map((tag) => {
        const isChosen = tags.includes(tag);
        return (
          <label key={tag} className="tag-choice" title={compact ? TAG_LABELS[tag] : undefined}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isFull && !isChosen}
              aria-keyshortcuts={hasKeys ? TAG_KEYS[tag] : undefined}
              onChange={() => onChange(toggleTag(tags, tag))}
            />
            <span>
              {compact ? tagName(tag) : TAG_LABELS[tag]}
              {suggested.includes(tag) && <span className="tag-suggested"> suggested</span>}
            </span>
            {hasKeys && <kbd aria-hidden="true">{TAG_KEYS[tag]}</kbd>}
          </label>
        );
      })}
    </fieldset>
  );
}

interface SafeChoiceProps<Safe> {
  legend: string;
  safe: Safe;
  onChange: (safe: Safe) => void;
  /** the verdicts to choose from, each with its key if the parent handles one */
  options: readonly (readonly [safe: Safe, key?: string])[];
  compact?: boolean;
}

/** A radio button for each verdict on whether one would read a joke to a school class. */
export function SafeChoice<Safe extends Joke['safe'] | undefined>(props: SafeChoiceProps<Safe>) {
  const { legend, safe, onChange, options, compact } = props;
  const shortcuts = useShortcutSetting();
  const name = useId();
  return (
    <fieldset className="tag-choices">
      <legend className={compact ? 'visually-hidden' : 'field-label'}>{legend}</legend>
      {options.map(([verdict, key]) => (
        <label key={safeLabel(verdict)} className="tag-choice">
          <input
            type="radio"
            name={name}
            checked={safe === verdict}
            aria-keyshortcuts={shortcuts ? key : undefined}
            onChange={() => onChange(verdict)}
          />
          <span>{safeLabel(verdict)}</span>
          {shortcuts && key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
        </label>
      ))}
    </fieldset>
  );
}
