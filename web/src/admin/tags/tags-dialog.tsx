import { countText } from '../../ui/format.ts';
import type { Patch } from 'functions/contract';
import { TAGS, type Tag } from 'functions/domain';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useShortcutSetting } from '../../stores/shortcuts.ts';
import type { ListedJoke } from '../moderation-queries.ts';
import { NotForChildren, TagChoices, tagOf, toggleTag } from './tag-choices.tsx';

interface TagsDialogProps {
  jokeId: number;
  /** What is chosen when it opens. */
  tags: readonly Tag[];
  onChoose: (tags: Tag[]) => void;
  onClose: () => void;
}

/** Chooses the tags of a fact; each can be chosen by its letter, and Enter takes what is chosen. */
export function TagsDialog({ jokeId, tags, onChoose, onClose }: TagsDialogProps) {
  const shortcuts = useShortcutSetting();
  const [chosen, setChosen] = useState([...tags]);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onChoose(chosen);
  };
  const chooseByLetter = (event: KeyboardEvent) => {
    const tag = shortcuts ? tagOf(event) : undefined;
    if (tag) setChosen(toggleTag(chosen, tag));
  };
  return (
    <Dialog title={`What is fact no. ${jokeId} about?`} onClose={onClose}>
      <form onSubmit={choose} onKeyDown={chooseByLetter}>
        <TagChoices legend="Three tags at most" tags={chosen} keys onChange={setChosen} />
        <p className="field-hint">They are saved with the decision.</p>
        <DialogActions close="Cancel" onClose={onClose}>
          <button type="submit" className="button button-main">
            Use these
          </button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface BulkTagsDialogProps {
  jokes: readonly ListedJoke[];
  onChange: (change: Pick<Patch, 'add_tags' | 'remove_tags' | 'safe'>) => void;
  onClose: () => void;
}

/** Adds and removes tags of several facts, and says whether they are for children. */
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
