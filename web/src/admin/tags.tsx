import type { Patch } from 'functions/contract';
import { limits, TAGS, type Tag } from 'functions/domain';
import { useState, type FormEvent } from 'react';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { countText } from '../ui/format.ts';
import type { ListedJoke } from './moderation-queries.ts';
import styles from './dialogs.module.css';
import { TAG_LABELS } from '../ui/tag-labels.ts';

/** The names of tags, such as 'Food, Texas', or 'none'. */
export function tagsText(tags: readonly Tag[]): string {
  return tags.length === 0 ? 'none' : tags.map((tag) => TAG_LABELS[tag]).join(', ');
}

/** Adds or removes a tag; a fourth one is not added. */
function toggleTag(tags: readonly Tag[], tag: Tag): Tag[] {
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
}

/** A checkbox for each tag. When three are chosen, the others are disabled. */
export function TagChoices(props: TagChoicesProps) {
  const { legend, tags, onChange, options = TAGS } = props;
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
              onChange={() => onChange(toggleTag(tags, tag))}
            />
            <span>{TAG_LABELS[tag]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface NotForChildrenProps {
  /** undefined if it is true of some jokes only */
  safe: boolean | undefined;
  onChange: (safe: boolean) => void;
}

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

interface BulkTagsDialogProps {
  jokes: readonly ListedJoke[];
  onChange: (change: Pick<Patch, 'add_tags' | 'remove_tags' | 'safe'>) => void;
  onClose: () => void;
}

/** Adds and removes tags of several facts, and marks them as not for children. */
export function BulkTagsDialog({ jokes, onChange, onClose }: BulkTagsDialogProps) {
  const [add, setAdd] = useState<Tag[]>([]);
  const [remove, setRemove] = useState<Tag[]>([]);
  const [safe, setSafe] = useState<boolean>();
  const [first] = jokes;
  const same = jokes.every((joke) => joke.safe === first?.safe) ? first?.safe : undefined;
  const present = TAGS.filter((tag) => jokes.some(({ tags }) => tags.includes(tag)));
  const isUnchanged = add.length + remove.length === 0 && safe === undefined;
  const change = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    if (!isUnchanged)
      onChange({ add_tags: add, remove_tags: remove, ...(safe !== undefined && { safe }) });
  };
  return (
    <Dialog title={`Tags of ${countText(jokes.length, 'fact')}`} onClose={onClose}>
      <form onSubmit={change}>
        <TagChoices legend="Add" tags={add} onChange={setAdd} />
        {present.length > 0 && (
          <TagChoices legend="Remove" options={present} tags={remove} onChange={setRemove} />
        )}
        <NotForChildren safe={safe ?? same} onChange={setSafe} />
        <DialogActions close="Cancel" onClose={onClose}>
          <button type="submit" className="button button-main">
            Save
          </button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
