import { normalizeJokeText } from 'functions/domain';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Head } from '../../ui/head.tsx';
import { Screen } from '../../ui/screen.tsx';
import { paths } from '../../paths.ts';
import { OwnSubmissionsList } from './own-submissions-list.tsx';
import { SubmitForm } from './submit-form.tsx';
import './submit-screen.css';
import { begin, markSeen, useSubmission } from './submission.ts';

const GUIDELINES = [
  ['Family-friendly', 'If it needs a warning, it needs another draft.'],
  ['Funny and original', 'If you have read it somewhere, so have we.'],
  [
    'About Chuck Norris',
    'The legend is the subject; everyone else is scenery. Nothing about the man’s death, illness, faith, politics or family.',
  ],
  ['Nothing offensive', 'A roundhouse kick, yes. A low blow, no.'],
  ['Reviewed before approval', 'Nothing goes up until a human has read it.'],
] as const;

function Guidelines() {
  return (
    <section className="guidelines" aria-labelledby="guidelines">
      <h2 id="guidelines">Submission Guidelines</h2>
      <ol className="guidelines-list">
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

const TITLE = 'Fact Submitted Successfully!';

interface SubmittedProps {
  jokeId: number;
  text: string;
  onAnother: () => void;
}

/** The confirmation, with the submitted joke and its number. */
function Submitted({ jokeId, text, onAnother }: SubmittedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    markSeen();
  }, []);
  return (
    <div className="screen">
      <Head title={TITLE} />
      <h1 className="submitted-title" tabIndex={-1} ref={heading}>
        {TITLE}
      </h1>
      <p className="submit-lead">
        Your Chuck Norris fact has been submitted and is awaiting approval. Thanks for contributing
        to the collection!
      </p>
      <p>
        The outcome will be on this page, under “Your submissions”, in this browser. When there is
        one, “Submit” in the menu gets a mark.
      </p>
      <article className="joke submitted-fact" aria-labelledby="submitted-number">
        <h2 className="joke-number" id="submitted-number">
          <span>Fact no. {jokeId}</span>
        </h2>
        <div>
          <p className="joke-text" dir="auto">
            {normalizeJokeText(text)}
          </p>
          <p className="submitted-stamp">
            <Badge tone="waiting" label="Pending" />
          </p>
        </div>
      </article>
      <button type="button" className="button button-main submit-button" onClick={onAnother}>
        Submit Another Fact
      </button>
    </div>
  );
}

/** The form for a new joke or, after submitting, the confirmation. */
export default function SubmitScreen() {
  const state = useSubmission();
  const [another, setAnother] = useState(false);
  // On the next visit, the screen shows the form again instead of the last confirmation.
  useEffect(() => begin, []);

  if (state.phase === 'submitted') {
    const beginAnother = () => {
      setAnother(true);
      begin();
    };
    return <Submitted jokeId={state.joke_id} text={state.text} onAnother={beginAnother} />;
  }
  return (
    <Screen
      title="Submit a Fact"
      description="Add a fact of your own: 10 to 500 characters, read by a human before it is published."
      path={paths.submit}
    >
      <p className="submit-lead">
        Say it in one breath. A human reads every fact before it goes up, and tries to keep a
        straight face.
      </p>
      <noscript>
        <p className="no-script">
          Submitting needs JavaScript, and it is off in this browser. Chuck Norris can do without;
          the form can’t.
        </p>
      </noscript>
      <SubmitForm focused={another} />
      <OwnSubmissionsList />
      <Guidelines />
    </Screen>
  );
}
