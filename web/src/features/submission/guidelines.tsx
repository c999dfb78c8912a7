import './guidelines.css';

const GUIDELINES = [
  ['Family-friendly', 'If it needs a warning, it needs another draft.'],
  ['Funny and original', 'If you have read it somewhere, so have we.'],
  ['About Chuck Norris', 'He is the subject. Everyone else is scenery.'],
  ['Nothing offensive', 'A roundhouse kick, yes. A low blow, no.'],
  ['Reviewed before approval', 'Nothing goes up until a human has read it.'],
] as const;

/** The guidelines for submissions. */
export function Guidelines() {
  return (
    <section className="guidelines" aria-labelledby="guidelines">
      <h2 id="guidelines">Submission Guidelines</h2>
      <ol>
        {GUIDELINES.map(([rule, remark]) => (
          <li key={rule}>
            <h3>{rule}</h3>
            <p>{remark}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
