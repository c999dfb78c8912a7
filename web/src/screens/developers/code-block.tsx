import { useState, type ReactNode } from 'react';
import { copyText } from '../../ui/copy-field.tsx';
import { announce } from '../../stores/announcement.ts';
import styles from './developers.module.css';

/** What stands out in JSON, curl, JavaScript and Python. */
const TOKENS = new RegExp(
  [
    String.raw`(?<name>"[^"\n]*"(?=:)|--[a-z-]+)`,
    String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\x60[^\x60]*\x60)`,
    String.raw`(?<keyword>\b(?:as|async|await|const|curl|def|except|for|from|function|if|import|in|is|new|of|or|raise|return|throw|try|with)\b)`,
    String.raw`(?<value>\b(?:\d[\d.]*|true|false|null|None)\b)`,
  ].join('|'),
  'g',
);

function highlighted(code: string) {
  let end = 0;
  const parts = [...code.matchAll(TOKENS)].map(({ 0: token, index, groups = {} }) => {
    const [kind = ''] = Object.entries(groups).find(([, found]) => found) ?? [];
    const between = code.slice(end, index);
    end = index + token.length;
    return [
      between,
      <span key={index} className={styles[kind]}>
        {token}
      </span>,
    ];
  });
  return [...parts, code.slice(end)];
}

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
    <button type="button" className="link-button" onClick={() => void copy()}>
      <span>{COPY[state]}</span>
      <span className="visually-hidden"> {label}</span>
    </button>
  );
}

interface CodeBlockProps {
  /** names the code for assistive technology */
  label: string;
  /** stands above it */
  caption: ReactNode;
  code: string;
  /** beside the button that copies */
  children?: ReactNode;
}

/** Highlighted code that can be copied and scrolls on its own. */
export function CodeBlock({ label, caption, code, children }: CodeBlockProps) {
  return (
    <div className={styles.code}>
      <div className={`${styles.head} row`}>
        <span>{caption}</span>
        {children}
        <CopyButton key={code} label={label} code={code} />
      </div>
      {/* Without a tab stop, it could not be scrolled by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {/* Other code is replaced as a whole: React would move the parts that both have. */}
        <code key={code}>{highlighted(code)}</code>
      </pre>
    </div>
  );
}
