import { useEffect, useId, useRef, useState } from 'react';
import styles from './copy-field.module.css';

/** Puts a text into the clipboard. @throws if the browser does not allow it, or has none */
export async function copyText(text: string): Promise<void> {
  // It is missing on pages without encryption.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) throw new Error('There is no clipboard.');
  await clipboard.writeText(text);
}

interface CopyFieldProps {
  label: string;
  value: string;
  /** a word for the text, such as 'link' */
  what: string;
  /** the number of lines, 1 by default */
  rows?: number;
}

/** A selected text, with a button that copies it and confirms that. */
export function CopyField({ label, value, what, rows = 1 }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState('');
  useEffect(() => field.current?.select(), []);
  const copy = () => {
    setOutcome('');
    copyText(value).then(
      () => setOutcome(`✓ Copied the ${what}.`),
      () => setOutcome('✗ Your browser doesn’t allow copying. Select the text and copy it.'),
    );
  };
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        className={`${styles.text} field`}
        id={id}
        rows={rows}
        readOnly
        spellCheck={false}
        value={value}
        ref={field}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <button type="button" className="button" onClick={copy}>
          {`Copy ${what}`}
        </button>
        <p className={styles.outcome} role="status">
          {outcome}
        </p>
      </div>
    </div>
  );
}
