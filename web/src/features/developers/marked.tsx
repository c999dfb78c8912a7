/** A text whose parts between backticks are code. */
export function Marked({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** Terms, names or values, each with a text. */
export function Terms({ terms }: { terms: readonly (readonly [term: string, text: string])[] }) {
  return (
    <dl className="api-fields">
      {terms.map(([term, text]) => (
        <div key={term}>
          <dt>
            <Marked text={term} />
          </dt>
          <dd>
            <Marked text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
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
