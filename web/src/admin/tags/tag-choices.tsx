import { limits, TAG_LABELS, TAGS, type Tag } from 'functions/domain';
import type { KeyboardEvent } from 'react';
import { shortcutOf, useShortcutSetting } from '../../stores/shortcuts.ts';
import styles from '../dialogs.module.css';
import { Key } from '../labels.tsx';

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

/** The names of tags, such as 'Food, Texas'; 'none' without any. */
export function tagsText(tags: readonly Tag[]): string {
  return tags.length === 0 ? 'none' : tags.map((tag) => TAG_LABELS[tag]).join(', ');
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
  /** Whether a letter chooses each tag: the parent handles the keys. */
  keys?: boolean;
}

/** A checkbox for each tag. When three are chosen, the others are disabled. */
export function TagChoices(props: TagChoicesProps) {
  const { legend, tags, onChange, options = TAGS, keys } = props;
  const hasKeys = useShortcutSetting() && keys;
  const isFull = tags.length >= limits.tagsMax;
  return (
    <fieldset className={`${styles.tags} row`}>
      <legend className="field-label">{legend}</legend>
      {options.map((tag) => {
        const isChosen = tags.includes(tag);
        return (
          <label key={tag} className={styles.tag}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isFull && !isChosen}
              aria-keyshortcuts={hasKeys ? TAG_KEYS[tag] : undefined}
              onChange={() => onChange(toggleTag(tags, tag))}
            />
            <span>{TAG_LABELS[tag]}</span> {hasKeys && <Key name={TAG_KEYS[tag]} />}
          </label>
        );
      })}
    </fieldset>
  );
}

interface NotForChildrenProps {
  /** undefined for several jokes of which some are safe */
  safe: boolean | undefined;
  onChange: (safe: boolean) => void;
}

/** The checkbox of what is not for children. */
export function NotForChildren({ safe, onChange }: NotForChildrenProps) {
  return (
    <label className={styles.tag}>
      <input
        type="checkbox"
        checked={safe === false}
        ref={(box) => {
          if (box) box.indeterminate = safe === undefined;
        }}
        onChange={({ target }) => onChange(!target.checked)}
      />
      Not for children
    </label>
  );
}
