import {
  countCharacters,
  jokeLengthProblem,
  limits,
  normalizeJokeText,
  type Joke,
} from 'functions/contract';
import { useRef, useState, type ReactNode } from 'react';
import '../../components/field.css';

export type EditedText = ReturnType<typeof useEditedText>;

/** The text of a joke while it is edited, within the limits of a submission, and what is wrong with it. */
export function useEditedText({ joke_text: original }: Joke) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(original);
  const [problem, setProblem] = useState<string>();
  return {
    field,
    text,
    setText,
    problem,
    setProblem,
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
    </>
  );
}
