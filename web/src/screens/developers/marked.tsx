import styles from './developers.module.css';

/** A text whose parts between backticks are code. */
export function Marked({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** Terms, names or values, each with a text. */
export function Terms({ terms }: { terms: readonly (readonly [term: string, text: string])[] }) {
  return (
    <dl className={styles.fields}>
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
