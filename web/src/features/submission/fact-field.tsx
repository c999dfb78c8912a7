import { limits } from 'functions/contract';
import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import '../../components/field.css';
import './fact-field.css';
import { fitFact, typedLength } from './fit-fact.ts';

interface FactFieldProps {
  text: string;
  focused: boolean;
  /** Keeps the text as it is, as while it is being sent. */
  locked: boolean;
  onChange: (text: string) => void;
}

/** Text of a fact, capped at its longest, with a counter. Ctrl+Enter submits the form around it. */
export function FactField({ text, focused, locked, onChange }: FactFieldProps) {
  const [capped, setCapped] = useState(false);

  const take = (field: HTMLTextAreaElement) => {
    const typed = field.value;
    const fitted = fitFact({ text: typed, caret: field.selectionEnd });
    setCapped(fitted.text !== typed);
    if (fitted.text !== typed) {
      // Written here, not by React, which would put the caret at the end.
      field.value = fitted.text;
      field.setSelectionRange(fitted.caret, fitted.caret);
    }
    onChange(fitted.text);
  };
  const onInput = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    // A word that is being composed, as of Japanese, is left alone until it is finished.
    const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    if (composing) onChange(currentTarget.value);
    else take(currentTarget);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <div className="fact-field">
      <label className="field-label" htmlFor="fact-text">
        Your fact
      </label>
      <textarea
        className="field fact-text"
        id="fact-text"
        name="joke_text"
        rows={4}
        autoComplete="off"
        autoFocus={focused}
        aria-describedby="fact-minimum fact-count"
        readOnly={locked}
        value={text}
        onChange={onInput}
        onCompositionEnd={(event) => take(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      <p className="fact-count" id="fact-count">
        {`${typedLength(text)}/${limits.jokeMaxCharacters} characters`}
      </p>
      <p className="field-hint fact-minimum" id="fact-minimum">
        Minimum {limits.jokeMinCharacters} characters
      </p>
      <p className="field-hint fact-capped" role="status">
        {capped && 'That is as long as a fact gets.'}
      </p>
    </div>
  );
}
