import { useState, type ReactNode } from 'react';
import { copyText } from '../../ui/copy-field.tsx';
import { announce } from '../../stores/announcement.ts';
import styles from './developers.module.css';

const COPY = { none: 'Copy', copied: '✓ Copied', failed: '✗ Not copied' } as const;

function CopyButton({ label, code }: { label: string; code: string }) {
  const [state, setState] = useState<keyof typeof COPY>('none');
  const copy = async () => {
    try {
      await copyText(code);
      setState('copied');
      announce(`Copied: ${label}`);
    } catch {
      setState('failed');
      announce('Your browser doesn’t allow copying. Select the code and copy it by hand.');
    }
  };
  return (
    <button
      type="button"
      className="link-button"
      aria-label={`${COPY[state]} ${label}`}
      onClick={() => void copy()}
    >
      {COPY[state]}
    </button>
  );
}

interface CodeBlockProps {
  /** names the code for assistive technology */
  label: string;
  /** the heading */
  caption: ReactNode;
  code: string;
}

/** Code that can be copied and scrolls on its own. */
export function CodeBlock({ label, caption, code }: CodeBlockProps) {
  return (
    <div className={styles.code}>
      <div className={`${styles.head} row`}>
        <span>{caption}</span>
        <CopyButton label={label} code={code} />
      </div>
      {/* Without a tab stop, it could not be scrolled by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
