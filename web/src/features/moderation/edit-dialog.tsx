import { useMutation } from '@tanstack/react-query';
import {
  countCharacters,
  jokeLengthProblem,
  limits,
  normalizeJokeText,
  type Joke,
} from 'functions/contract';
import { useRef, useState, type FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import '../../components/field.css';
import { Ring } from '../../components/spinner.tsx';
import { UNKNOWN_FAILURE } from './moderation-queries.ts';

interface EditDialogProps {
  joke: Joke;
  onClose: () => void;
  /** @param auditId the log entry, null if the text was the same */
  onSaved: (joke: Joke, auditId: string | null) => void;
}

/** Edits the text of a joke, within the limits of a submission. After a failure the typed text stays. */
export function EditDialog({ joke, onClose, onSaved }: EditDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(joke.joke_text);
  const [problem, setProblem] = useState<string>();
  const edit = useMutation({
    mutationFn: (body: { joke_text: string }) =>
      call('editJoke', { params: { id: joke.joke_id }, body }),
    onSuccess: ({ audit_id, ...edited }) => {
      onClose();
      onSaved(edited, audit_id);
    },
    onError: (error) => setProblem(messageOf(error, UNKNOWN_FAILURE)),
  });

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = normalizeJokeText(text);
    const found = jokeLengthProblem(wanted);
    setProblem(found);
    if (found === undefined) edit.mutate({ joke_text: wanted });
    else field.current?.focus();
  };

  const close = () => {
    const keeps = text !== joke.joke_text && !window.confirm('Discard your changes?');
    if (!keeps) onClose();
    return !keeps;
  };

  const count = countCharacters(text);
  return (
    <Dialog title="Edit Joke" locked={edit.isPending} onClose={close}>
      <form noValidate onSubmit={save}>
        <label className="field-label" htmlFor="edited-text">
          Text of fact no. {joke.joke_id}
        </label>
        <textarea
          className="field edit-field"
          id="edited-text"
          rows={7}
          aria-describedby="edited-length"
          aria-invalid={count > limits.jokeMaxCharacters}
          readOnly={edit.isPending}
          value={text}
          ref={field}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="field-hint" id="edited-length">
          {count}/{limits.jokeMaxCharacters} characters · Minimum {limits.jokeMinCharacters}{' '}
          characters
        </p>
        {problem !== undefined && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-actions">
          <BusyButton busy={edit.isPending} onClick={close}>
            Cancel
          </BusyButton>
          <BusyButton type="submit" className="button button-main" busy={edit.isPending}>
            {edit.isPending && <Ring />} {edit.isPending ? 'Saving...' : 'Save'}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
