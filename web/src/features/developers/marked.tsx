/** A text whose parts between backticks are code. */
export function Marked({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** Code that scrolls sideways on its own. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    // Without a tab stop, it could not be scrolled by keyboard.
    <pre className="code-block" tabIndex={0} role="region" aria-label={label}>
      <code>{code}</code>
    </pre>
  );
}
