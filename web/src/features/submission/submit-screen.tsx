import { useEffect, useState } from 'react';
import { Screen } from '../../components/screen.tsx';
import { SubmitForm } from './submit-form.tsx';
import './submit-screen.css';
import { useSubmission } from './submission.ts';
import { Submitted } from './submitted.tsx';

const GUIDELINES = [
  ['Family-friendly', 'If it needs a warning, it needs another draft.'],
  ['Funny and original', 'If you have read it somewhere, so have we.'],
  ['About Chuck Norris', 'He is the subject. Everyone else is scenery.'],
  ['Nothing offensive', 'A roundhouse kick, yes. A low blow, no.'],
  ['Reviewed before approval', 'Nothing goes up until a human has read it.'],
] as const;

function Guidelines() {
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

/** The form for a new joke or, after submitting, the confirmation. */
export default function SubmitScreen() {
  const { state, begin } = useSubmission();
  const [another, setAnother] = useState(false);
  // On the next visit, the screen shows the form again instead of the last confirmation.
  useEffect(() => begin, [begin]);

  if (state.phase === 'submitted') {
    const beginAnother = () => {
      setAnother(true);
      begin();
    };
    return <Submitted jokeId={state.jokeId} text={state.text} onAnother={beginAnother} />;
  }
  return (
    <Screen title="Submit a Fact">
      <p className="submit-lead">
        Say it in one breath. A human reads every fact before it goes up, and tries to keep a
        straight face.
      </p>
      <SubmitForm focused={another} />
      <Guidelines />
    </Screen>
  );
}
