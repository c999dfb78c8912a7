import { type Joke } from 'functions/contract';
import { countCharacters, jokeLengthProblem, limits, normalizeJokeText } from 'functions/domain';
import { useRef, useState, type ReactNode } from 'react';
import { messageOf } from '../../api/failure.ts';
import '../../components/field.css';
import { changedJoke, expectationOf } from './decisions.ts';
import { UNKNOWN_FAILURE } from './moderation-queries.ts';

type EditedText = ReturnType<typeof useEditedText>;

/** The text of a joke while it is edited, within the limits of a submission, and what is wrong with it. */
export function useEditedText(joke: Joke) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(joke.joke_text);
  const [problem, setProblem] = useState<string>();
  // The joke itself may be updated while it is edited.
  const [original] = useState(joke.joke_text);
  const [seen, setSeen] = useState(joke);
  return {
    field,
    text,
    setText,
    problem,
    /** What the moderator has seen of the joke; to be sent with the text. */
    expected: expectationOf(seen),
    /** The text that another moderator has given the joke meanwhile, if saving has found one. */
    otherText: seen.joke_text === original ? undefined : seen.joke_text,
    /** Shows why the text was not saved, and the text as it is now if that has changed. */
    fail(error: unknown): void {
      setProblem(messageOf(error, UNKNOWN_FAILURE));
      setSeen({ ...seen, ...changedJoke(error) });
    },
    /** The normalized text to save. If it is too short or too long, says so and returns undefined. */
    check(): string | undefined {
      const wanted = normalizeJokeText(text);
      const found = jokeLengthProblem(wanted);
      setProblem(found);
      if (found === undefined) return wanted;
      field.current?.focus();
      return undefined;
    },
    /** Whether the typed text may be dropped; asks if it was changed. */
    mayDiscard: () => text === original || window.confirm('Discard your changes?'),
  };
}

interface EditedTextFieldProps {
  edited: EditedText;
  id: string;
  label: ReactNode;
  rows: number;
  /** whether the text is being saved */
  saving: boolean;
  autoFocus?: boolean;
}

/** The field of an edited text with its length, and what is wrong with it. */
export function EditedTextField(props: EditedTextFieldProps) {
  const { edited, id, label, rows, saving, autoFocus } = props;
  const count = countCharacters(edited.text);
  return (
    <>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        className="field edit-field"
        dir="auto"
        id={id}
        rows={rows}
        autoFocus={autoFocus}
        aria-describedby={`${id}-length`}
        aria-invalid={count > limits.jokeMaxCharacters}
        readOnly={saving}
        value={edited.text}
        ref={edited.field}
        onChange={(event) => edited.setText(event.target.value)}
      />
      <p className="field-hint" id={`${id}-length`}>
        {count}/{limits.jokeMaxCharacters} characters · Minimum {limits.jokeMinCharacters}{' '}
        characters
      </p>
      {edited.problem !== undefined && (
        <p className="field-error" role="alert">
          {edited.problem}
        </p>
      )}
      {edited.otherText !== undefined && (
        <>
          <p className="field-hint">The text is now the following. Saving replaces it.</p>
          <p className="preview-text">{edited.otherText}</p>
        </>
      )}
    </>
  );
}
