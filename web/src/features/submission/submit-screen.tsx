import { useEffect, useState } from 'react';
import { Screen } from '../../components/screen.tsx';
import { Guidelines } from './guidelines.tsx';
import { SubmitForm } from './submit-form.tsx';
import './submit-screen.css';
import { useSubmission } from './submission.ts';
import { Submitted } from './submitted.tsx';

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
