import type { ChangeReceipt, Joke, ModeratedJoke } from 'functions/contract';
import { countCharacters, jokeLengthProblem, limits, normalizeJokeText } from 'functions/domain';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { messageOf } from '../api/failure.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Ring } from '../ui/spinner.tsx';
import { NotForChildren, TagChoices } from './tags/tag-choices.tsx';
import { itemOf, newChange, type Change } from './changes.ts';
import { useOutbox } from './use-outbox.ts';

interface EditFormProps {
  joke: Joke;
  /** True in a dialog, false in place of the text. */
  inDialog: boolean;
  onClose: () => void;
  onSaved: (change: Change, receipt: ChangeReceipt) => void;
  /** Called if saving finds that another moderator has changed the joke. */
  onChanged: (now: ModeratedJoke | null) => void;
}

/**
 * Edits the text of a joke, within the limits of a submission, and in a dialog its tags and whether it is for
 * children. After a failure what was entered stays.
 */
export function EditForm({ joke, inDialog, onClose, onSaved, onChanged }: EditFormProps) {
  const outbox = useOutbox();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(joke.joke_text);
  const [tags, setTags] = useState(joke.tags);
  const [safe, setSafe] = useState(joke.safe);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  // The joke itself may be updated while it is edited.
  const [original] = useState(joke);
  const [seen, setSeen] = useState(joke);
  // The answer may have been lost: the same again is the same change.
  const sent = useRef<Change>(undefined);

  const save = async () => {
    const wanted = normalizeJokeText(text);
    const found = jokeLengthProblem(wanted);
    setProblem(found);
    if (found !== undefined) return field.current?.focus();
    setSaving(true);
    const item = itemOf(seen, { joke_text: wanted, ...(inDialog && { tags, safe }) });
    const isAgain = JSON.stringify(sent.current?.items) === JSON.stringify([item]);
    const change = (isAgain && sent.current) || newChange('edit', [item]);
    sent.current = change;
    try {
      const receipt = await outbox.send(change, true);
      const [result] = receipt?.results ?? [];
      if (!receipt || !result) return;
      if (result.error === undefined) {
        onClose();
        onSaved(change, receipt);
        return;
      }
      setProblem(result.error);
      onChanged(result.joke);
      const { status, ...content } = result.joke ?? {};
      if (status !== undefined && status !== 'deleted') setSeen({ ...seen, ...content, status });
    } catch (error) {
      setProblem(messageOf(error));
    }
    setSaving(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving) void save();
  };
  const close = () => {
    const isUnchanged =
      text === original.joke_text && tags === original.tags && safe === original.safe;
    const closes = isUnchanged || window.confirm('Discard your changes?');
    if (closes) onClose();
    return closes;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape' && !inDialog && !saving) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
      submit(event);
    }
  };

  const count = countCharacters(text);
  const form = (
    <form className="edit-form" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <label className="field-label" htmlFor="edited-text">
        Text
        <span className={inDialog ? undefined : 'visually-hidden'}>
          {` of fact no. ${joke.joke_id}`}
        </span>
      </label>
      <textarea
        className="field"
        dir="auto"
        id="edited-text"
        rows={inDialog ? 7 : 5}
        autoFocus={!inDialog}
        aria-describedby="edited-length"
        aria-invalid={count > limits.jokeMaxCharacters}
        readOnly={saving}
        value={text}
        ref={field}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="field-hint" id="edited-length">
        {`${count}/${limits.jokeMaxCharacters} characters · Minimum ${limits.jokeMinCharacters} characters`}
      </p>
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {seen.joke_text !== original.joke_text && (
        <>
          <p className="field-hint">The text is now the following. Saving replaces it.</p>
          <p className="joke-text preview-text">{seen.joke_text}</p>
        </>
      )}
      {inDialog && (
        <>
          <TagChoices legend="Tags, three at most" tags={tags} onChange={setTags} />
          <NotForChildren safe={safe} onChange={setSafe} />
        </>
      )}
      <DialogActions close="Cancel" busy={saving} onClose={close}>
        <BusyButton
          type="submit"
          className="button button-main"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          busy={saving}
        >
          {saving && <Ring />} <span>{saving ? 'Saving...' : 'Save'}</span>
        </BusyButton>
      </DialogActions>
    </form>
  );
  return inDialog ? (
    <Dialog title="Edit Joke" locked={saving} onClose={close}>
      {form}
    </Dialog>
  ) : (
    form
  );
}
