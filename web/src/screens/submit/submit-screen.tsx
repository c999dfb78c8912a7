import { normalizeJokeText } from 'functions/domain';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Head } from '../../ui/head.tsx';
import { Screen } from '../../ui/screen.tsx';
import { paths } from '../../paths.ts';
import { OwnSubmissionsList } from './own-submissions-list.tsx';
import { SubmitForm } from './submit-form.tsx';
import styles from './submit-screen.module.css';
import { begin, useSubmission } from '../../facts/submission.ts';

const GUIDELINES = [
  ['Family-friendly', 'If it needs a warning, it needs another draft.'],
  ['Funny and original', 'If you’ve read it somewhere, so have we.'],
  [
    'About Chuck Norris',
    'The legend is the subject; everyone else is scenery. Nothing about his real death, health, faith, politics or family.',
  ],
  ['Nothing offensive', 'A roundhouse kick, yes. A low blow, no.'],
  ['Reviewed before approval', 'Nothing goes up until a human has read it.'],
] as const;

function Guidelines() {
  return (
    <section className={styles.guidelines} aria-labelledby="guidelines">
      <h2 id="guidelines">Submission guidelines</h2>
      <ol className={styles.list}>
        {GUIDELINES.map(([rule, remark]) => (
          <li key={rule} className={styles.guideline}>
            <h3>{rule}</h3>
            <p>{remark}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const TITLE = 'Fact Submitted Successfully!';
const CHECK_BACK = 'Check back here. A dot on “Submit” means that we’ve decided.';
const noteNumber = (id: number) =>
  `This browser stores nothing, so note the number: if we say yes, it’s fact no. ${id}.`;

interface SubmittedProps {
  jokeId: number;
  text: string;
  remembered: boolean;
  onAnother: () => void;
}

function Submitted({ jokeId, text, remembered, onAnother }: SubmittedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="screen">
      <Head title={TITLE} />
      <h1 tabIndex={-1} ref={heading}>
        {TITLE}
      </h1>
      <p className={styles.lead}>
        Your Chuck Norris fact has been submitted and is awaiting approval. Thanks for contributing
        to the collection!
      </p>
      <p>{remembered ? CHECK_BACK : noteNumber(jokeId)}</p>
      <article className={styles.submitted} aria-labelledby="submitted-number">
        <h2 className="kicker" id="submitted-number">
          {`Fact no. ${jokeId}`}
        </h2>
        <div className="stack">
          <p className={styles.fact} dir="auto">
            {normalizeJokeText(text)}
          </p>
          <div>
            <Badge tone="waiting" label="Pending" />
          </div>
        </div>
      </article>
      <button type="button" className="button button-main" onClick={onAnother}>
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
    return (
      <Submitted
        jokeId={state.joke_id}
        text={state.text}
        remembered={state.remembered}
        onAnother={beginAnother}
      />
    );
  }
  return (
    <Screen
      title="Submit a Fact"
      description="Add a fact of your own: 10 to 500 characters, read by a human before it is published."
      path={paths.submit}
    >
      <p className={styles.lead}>
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
