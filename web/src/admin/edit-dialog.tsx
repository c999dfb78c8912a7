import { countCharacters, jokeLengthProblem, limits, normalizeJokeText } from 'functions/domain';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog, DialogActions, focusFirst } from '../ui/dialog.tsx';
import { Ring } from '../ui/spinner.tsx';
import { approval, newChange, type Change, type Progress } from './changes.ts';
import { useUndo } from './decide.ts';
import { Unsent } from './toast.tsx';
import type { ListedJoke } from './moderation-queries.ts';
import { NotForChildren, TagChoices } from './tags.tsx';
import { keepText, unsavedText } from './unsaved-texts.ts';
import styles from './dialogs.module.css';

interface EditDialogProps {
  joke: ListedJoke;
  /** What saving does; a fact that is not pending is only edited. */
  action: 'edit' | 'approve';
  /** Makes the decision; resolves to how it ends. */
  onSave: (change: Change) => Promise<Progress | undefined>;
  onClose: () => void;
}

/** Edits a joke's text, within the limits of a submission, and its tags. What is shown of them is named by that. */
export function EditDialog({ joke, action: wanted, onSave, onClose }: EditDialogProps) {
  const undo = useUndo();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => unsavedText(joke.joke_id) ?? joke.joke_text);
  const [tags, setTags] = useState(joke.tags);
  const [safe, setSafe] = useState(joke.safe);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState<Change>();
  // A refused decision of this tab may update the joke meanwhile.
  const [original] = useState(joke);
  const [seen, setSeen] = useState(joke);

  const action = seen.status === 'pending' ? wanted : 'edit';
  const label = action === 'edit' ? 'Save' : 'Save and approve';

  const leave = () => {
    keepText(joke.joke_id, undefined);
    onClose();
  };
  const save = async () => {
    if (saving) return;
    const joke_text = normalizeJokeText(text);
    const found = jokeLengthProblem(joke_text);
    setProblem(found);
    if (found !== undefined) return field.current?.focus();
    const patch = { joke_text, tags, safe };
    const change = action === 'edit' ? newChange('edit', [seen], patch) : approval([seen], patch);
    setSaving(change);
    const end = await onSave(change);
    if (end?.is === 'answered') return leave();
    setSaving(undefined);
    if (end?.is !== 'refused') return;
    const why = end.why.replace(/^Error: /, '');
    const now = end.results[0]?.joke;
    setProblem(now ? `${why} Your text is still here: saving again replaces the text.` : why);
    if (now) setSeen({ ...seen, ...now });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const close = () => {
    const isUnchanged =
      text === original.joke_text && tags === original.tags && safe === original.safe;
    const closes = (isUnchanged && !saving) || window.confirm('Discard your changes?');
    if (closes && saving) undo(saving);
    if (closes) leave();
    return closes;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault();
      void save();
    }
  };

  const count = countCharacters(text);
  return (
    <Dialog title="Edit Joke" onClose={close}>
      <form className={styles.form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
        <div className={styles.fields}>
          <label className="field-label" htmlFor="edited-text">
            {`Text of fact no. ${joke.joke_id}`}
          </label>
          <textarea
            className="field"
            dir="auto"
            id="edited-text"
            rows={7}
            aria-describedby="edited-length"
            aria-invalid={count > limits.jokeMaxCharacters}
            readOnly={saving !== undefined}
            value={text}
            ref={(element) => {
              field.current = element;
              focusFirst(element);
            }}
            onChange={({ target }) => {
              setText(target.value);
              keepText(joke.joke_id, target.value);
            }}
          />
          <p className="field-hint" id="edited-length">
            {`${count}/${limits.jokeMaxCharacters} characters · Minimum ${limits.jokeMinCharacters} characters`}
          </p>
          {problem !== undefined && (
            <p className="field-error" role="alert">
              {problem}
            </p>
          )}
          {saving && <Unsent />}
          {seen.joke_text !== original.joke_text && (
            <>
              <p className="field-hint">The text is now:</p>
              <p className={`${styles.preview} joke-text`}>{seen.joke_text}</p>
            </>
          )}
          <TagChoices legend="Tags, three at most" tags={tags} onChange={setTags} />
          <NotForChildren safe={safe} onChange={setSafe} />
        </div>
        <DialogActions close="Cancel" onClose={close}>
          <BusyButton
            type="submit"
            className="button button-main"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            busy={saving !== undefined}
          >
            {saving && <Ring />} <span>{saving ? 'Saving...' : label}</span>
          </BusyButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
