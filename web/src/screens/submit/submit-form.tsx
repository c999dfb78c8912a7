import { isLongEnough, limits, normalizeJokeText, quotas } from 'functions/domain';
import { useEffect, type FormEvent } from 'react';
import { serverDetailOf, waitOf } from '../../api/failure.ts';
import { countText } from '../../ui/format.ts';
import { Ring } from '../../ui/spinner.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { announce } from '../../stores/announcement.ts';
import { JokeField } from './joke-field.tsx';
import { takeSharedText } from './shared-text.ts';
import { SimilarFact } from './similar-fact.tsx';
import { draft, submit, useSubmission } from '../../facts/submission.ts';
import styles from './submit-form.module.css';

const TOO_SHORT = `Please enter a joke that is at least ${limits.jokeMinCharacters} characters long.`;
const FAILED = 'Failed to submit joke. Please try again.';
const SAVED = 'Your text is saved in this browser.';
const NEEDS_CONNECTION = 'Submitting needs a connection.';
const SAFE = 'Your draft is safe here until there is one.';
const UNSAFE = 'This browser stores nothing, so keep this page open.';

function Failure({ error }: { error: unknown }) {
  const wait = waitOf(error);
  const fallback = `${FAILED} ${draft.isStored() ? SAVED : UNSAFE}`;
  return (
    <>
      <p className="field-error">{serverDetailOf(error, fallback)}</p>
      {wait !== undefined && (
        <p className="field-hint">
          {`Each network can submit ${countText(quotas.submissions.network, 'fact')} an hour. You can submit the next one in about ${wait}.`}
        </p>
      )}
    </>
  );
}

/** The form for a new joke. @param focused whether the field has the focus initially */
export function SubmitForm({ focused }: { focused: boolean }) {
  const state = useSubmission();
  const text = draft.use();
  const online = useOnline();
  useEffect(takeSharedText, []);
  const sending = state.phase === 'sending';
  const needsConnection = `${NEEDS_CONNECTION} ${draft.isStored() ? SAFE : UNSAFE}`;
  const tooShort = !isLongEnough(normalizeJokeText(text));
  // Only aria-disabled while it may have the focus, which a disabled button would lose; never both.
  const disabled = tooShort && !sending;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (tooShort) return window.alert(TOO_SHORT);
    if (!online) return announce(needsConnection);
    void submit(text);
  };

  return (
    <form className={styles.form} noValidate aria-busy={sending} onSubmit={onSubmit}>
      <JokeField focused={focused} locked={sending} />
      <div className={styles.below}>
        <div role="alert">
          {state.phase === 'writing' && state.error !== undefined && (
            <Failure error={state.error} />
          )}
        </div>
        <div role="status">
          {!online && (
            <p className={styles.notice} id="submit-offline">
              {needsConnection}
            </p>
          )}
        </div>
        <div className="row">
          <button
            type="submit"
            className={`${styles.submit} button button-main`}
            disabled={disabled}
            aria-disabled={(!disabled && (sending || !online)) || undefined}
            aria-describedby={online ? undefined : 'submit-offline'}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {sending && <Ring />} <span>{sending ? 'Submitting...' : 'Submit Fact'}</span>
          </button>
          <p className="keys-only" aria-hidden="true">
            or press <kbd>Ctrl</kbd> <kbd>Enter</kbd>
          </p>
        </div>
        {/* Below the button, which must not move when this appears. */}
        <SimilarFact draft={text} />
      </div>
    </form>
  );
}
