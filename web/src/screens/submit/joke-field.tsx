import { limits } from 'functions/domain';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { countText } from '../../ui/format.ts';
import { capDraft, draftLength } from './cap-draft.ts';
import styles from './joke-field.module.css';
import { addToDraft, draft } from '../../facts/submission.ts';

/** The field for the draft, capped at the maximum length, with a counter. Ctrl+Enter submits its form. */
export function JokeField({ focused, locked }: { focused: boolean; locked: boolean }) {
  const text = draft.use();
  const [capped, setCapped] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  // The field works before hydration, but React has not heard of what was typed there.
  useLayoutEffect(() => {
    const typed = field.current?.value ?? '';
    if (typed !== '' && typed !== draft.use.getState()) addToDraft(typed);
  }, []);

  // What CSS does where it knows field-sizing.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null || CSS.supports('field-sizing', 'content')) return;
    current.style.blockSize = 'auto';
    const borders = current.offsetHeight - current.clientHeight;
    // The height of the text is rounded, and may be down.
    current.style.blockSize = `${current.scrollHeight + borders + 1}px`;
  }, [text]);

  const take = (field: HTMLTextAreaElement) => {
    const typed = field.value;
    const fitted = capDraft({ text: typed, caret: field.selectionEnd });
    setCapped(fitted.text !== typed);
    if (fitted.text !== typed) {
      // Set here rather than by React, which would move the caret to the end.
      field.value = fitted.text;
      field.setSelectionRange(fitted.caret, fitted.caret);
    }
    draft.save(fitted.text);
  };
  const onInput = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    // Text that is being composed, such as Japanese, is not changed until it is finished.
    const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    if (composing) draft.save(currentTarget.value);
    else take(currentTarget);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <div className={styles.field}>
      <div className={`${styles.head} spread`}>
        <label htmlFor="joke-input">Your fact</label>
        <p className={styles.count} id="joke-count">
          {`${draftLength(text)}/${limits.jokeMaxCharacters} characters`}
        </p>
      </div>
      <textarea
        ref={field}
        className={`${styles.input} field`}
        dir="auto"
        id="joke-input"
        name="joke_text"
        rows={4}
        autoComplete="off"
        autoFocus={focused}
        aria-describedby="joke-minimum joke-count"
        readOnly={locked}
        value={text}
        onChange={onInput}
        onCompositionEnd={(event) => take(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      <p className="field-hint" id="joke-minimum">
        {`Minimum ${countText(limits.jokeMinCharacters, 'character')}`}
      </p>
      <p className="field-hint" role="status">
        {capped && 'That’s as long as a fact gets.'}
      </p>
    </div>
  );
}
