import { countCharacters, limits } from 'functions/domain';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
} from 'react';
import { countText } from '../../ui/format.ts';
import { capDraft } from './cap-draft.ts';
import styles from './joke-field.module.css';
import { addToDraft, draft } from '../../facts/submission.ts';

/** Edits as keys would, because a field whose value is set loses its Undo. */
const edit = (command: 'delete' | 'insertText', text?: string) =>
  document.execCommand(command, false, text);

/** The field for the draft, capped at the maximum length, with a counter. Ctrl+Enter submits its form. */
export function JokeField({ focused, locked }: { focused: boolean; locked: boolean }) {
  const text = draft.use();
  const [capped, setCapped] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  // The field works before hydration, but React does not know what was typed then.
  useLayoutEffect(() => {
    const typed = field.current?.value ?? '';
    if (typed === '') draft.begin();
    else if (typed !== draft.use.getState()) addToDraft(typed);
  }, []);

  // For browsers without field-sizing.
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null || CSS.supports('field-sizing', 'content')) return;
    current.style.blockSize = 'auto';
    const borders = current.offsetHeight - current.clientHeight;
    // The height of the text may be rounded down.
    current.style.blockSize = `${current.scrollHeight + borders + 1}px`;
  }, [text]);

  // React's event of this name is another one.
  useEffect(() => {
    const { current } = field;
    const insertWhatFits = (event: InputEvent) => {
      const inserted = event.inputType === 'insertLineBreak' ? '\n' : event.data;
      if (current === null || inserted === null || event.isComposing) return;
      const before = current.value.slice(0, current.selectionStart);
      const after = current.value.slice(current.selectionEnd);
      const typed = { text: before + inserted + after, caret: before.length + inserted.length };
      const { text, caret } = capDraft(typed);
      if (caret === typed.caret) return;
      event.preventDefault();
      if (caret > before.length) edit('insertText', text.slice(before.length, caret));
      setCapped(true);
    };
    current?.addEventListener('beforeinput', insertWhatFits);
    return () => current?.removeEventListener('beforeinput', insertWhatFits);
  }, []);

  /** For text that `beforeinput` can't stop: composed, such as Japanese, or corrected by the browser. */
  const cut = (field: HTMLTextAreaElement) => {
    const typed = { text: field.value, caret: field.selectionEnd };
    const { caret } = capDraft(typed);
    if (caret === typed.caret) return;
    field.setSelectionRange(caret, typed.caret);
    edit('delete');
    setCapped(true);
  };
  const onInput = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    draft.save(currentTarget.value);
    setCapped(false);
    const { isComposing = false, inputType = '' } =
      nativeEvent instanceof InputEvent ? nativeEvent : {};
    if (!isComposing && !inputType.startsWith('history')) cut(currentTarget);
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
          {`${countCharacters(text)}/${limits.jokeMaxCharacters} characters`}
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
        onCompositionEnd={({ currentTarget }) => cut(currentTarget)}
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
