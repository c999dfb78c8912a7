import { diffWords, diffWordsWithSpace } from 'diff';
import type { ReactNode } from 'react';
import styles from './dialogs.module.css';

interface TextDiffProps {
  before: string;
  after: string;
  /** False to show only the second text, with its new words marked; case is ignored. */
  showRemoved?: boolean;
}

/** The differences of two texts, word by word. */
export default function TextDiff({ before, after, showRemoved = true }: TextDiffProps): ReactNode {
  const words = diffWords(before, after, { ignoreCase: !showRemoved });
  // Without a changed word, the spaces or line breaks differ.
  const isSame = !words.some((part) => part.added || part.removed);
  const parts = isSame && showRemoved ? diffWordsWithSpace(before, after) : words;
  return parts.map(({ value, added, removed }, index) => {
    if (!added && !removed) return <span key={index}>{value}</span>;
    if (!showRemoved) return added && <b key={index}>{value}</b>;
    const [Mark, name] = added ? (['ins', 'added'] as const) : (['del', 'removed'] as const);
    return (
      <Mark key={index} className={added ? styles.added : styles.removed}>
        {/* Screen readers do not announce deletions and insertions on their own. */}
        <span className="visually-hidden">{` ${name}: `}</span>
        <span>{value}</span>
      </Mark>
    );
  });
}
