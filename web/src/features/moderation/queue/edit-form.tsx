import {
  countCharacters,
  jokeLengthProblem,
  limits,
  normalizeJokeText,
  type Joke,
} from 'functions/contract';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import '../../../components/field.css';
import { Ring } from '../../../components/spinner.tsx';
import { UNKNOWN_FAILURE } from '../moderation-queries.ts';
import { review } from './use-review.ts';

/** Edits the text of a fact in its place. After a failure the typed text stays. */
export function EditForm({ joke, onClose }: { joke: Joke; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(joke.joke_text);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);

  const save = async () => {
    if (saving) return;
    const wanted = normalizeJokeText(text);
    const found = jokeLengthProblem(wanted);
    setProblem(found);
    if (found !== undefined) return field.current?.focus();
    setSaving(true);
    try {
      await review.edit(joke.joke_id, wanted);
      onClose();
    } catch (error) {
      setProblem(messageOf(error, UNKNOWN_FAILURE));
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const leave = () => {
    const changed = text !== joke.joke_text;
    if (!changed || window.confirm('Discard your changes?')) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !saving) {
      event.preventDefault();
      leave();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault();
      void save();
    }
  };

  const count = countCharacters(text);
  return (
    <form className="queue-edit" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <label className="field-label" htmlFor="queue-text">
        Text<span className="visually-hidden"> of fact no. {joke.joke_id}</span>
      </label>
      <textarea
        className="field edit-field"
        id="queue-text"
        rows={5}
        autoFocus
        aria-describedby="queue-length"
        aria-invalid={count > limits.jokeMaxCharacters}
        readOnly={saving}
        value={text}
        ref={field}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="field-hint" id="queue-length">
        {count}/{limits.jokeMaxCharacters} characters · Minimum {limits.jokeMinCharacters}{' '}
        characters
      </p>
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="queue-edit-actions">
        <BusyButton busy={saving} onClick={leave}>
          Cancel
        </BusyButton>
        <BusyButton
          type="submit"
          className="button button-main"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          busy={saving}
        >
          {saving && <Ring />} {saving ? 'Saving...' : 'Save'}
        </BusyButton>
      </div>
    </form>
  );
}
