import { diffWords, diffWordsWithSpace } from 'diff';

interface TextDiffProps {
  before: string;
  after: string;
  /** False to show only the second text, and highlight the words that the first does not have in any case. */
  showRemoved?: boolean;
}

/** How two texts differ, word by word. */
export function TextDiff({ before, after, showRemoved = true }: TextDiffProps) {
  const words = diffWords(before, after, { ignoreCase: !showRemoved });
  // Without a changed word, the spaces or line breaks differ.
  const isSame = !words.some((part) => part.added || part.removed);
  const parts = isSame && showRemoved ? diffWordsWithSpace(before, after) : words;
  return parts.map(({ value, added, removed }, index) => {
    if (removed) return showRemoved && <Removed key={index} text={value} />;
    if (!added) return value;
    return showRemoved ? <Added key={index} text={value} /> : <b key={index}>{value}</b>;
  });
}

/** Screen readers do not announce deletions and insertions on their own. */
function Removed({ text }: { text: string }) {
  return (
    <del className="removed-words">
      <span className="visually-hidden"> removed: </span>
      {text}
    </del>
  );
}

function Added({ text }: { text: string }) {
  return (
    <ins className="added-words">
      <span className="visually-hidden"> added: </span>
      {text}
    </ins>
  );
}
