import { isLongEnough, limits, normalizeJokeText } from 'functions/domain';
import { useEffect, type FormEvent } from 'react';
import { isRefusal, messageOf, waitOf } from '../../api/failure.ts';
import { Ring } from '../../ui/spinner.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { announce } from '../../stores/announcement.ts';
import { JokeField } from './joke-field.tsx';
import { SharedText } from './shared-text.tsx';
import { SimilarFact } from './similar-fact.tsx';
import { draft, resumeSubmission, submit, useSubmission } from './submission.ts';
import './submit-form.css';

const TOO_SHORT = `Please enter a joke that is at least ${limits.jokeMinCharacters} characters long.`;
/** Specification §8. */
const FAILED = 'Failed to submit joke. Please try again.';
const NEEDS_CONNECTION =
  'Submitting needs a connection. Your draft is safe here until there is one.';

/** Why the submission failed, and when to try again. */
function Failure({ error }: { error: unknown }) {
  const wait = waitOf(error);
  return (
    <>
      <p className="field-error">{messageOf(error, FAILED)}</p>
      {!isRefusal(error) && (
        <p className="field-hint">
          It is not lost: we send it again by ourselves when you are back online, or on your next
          visit, and it counts once.
        </p>
      )}
      {wait !== undefined && (
        <p className="field-hint">
          Each network can submit {limits.submissionsPerHour} facts an hour. You can submit the next
          one in about {wait}; your text stays here.
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
  useEffect(() => {
    if (online) resumeSubmission();
  }, [online]);
  const sending = state.phase === 'sending';
  const tooShort = !isLongEnough(normalizeJokeText(text));
  // Only aria-disabled while it may have the focus, which a disabled button would lose; never both.
  const disabled = tooShort && !sending;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (tooShort) return window.alert(TOO_SHORT);
    if (!online) return announce(NEEDS_CONNECTION);
    void submit(text);
  };

  return (
    <form className="submit-form" noValidate aria-busy={sending} onSubmit={onSubmit}>
      <JokeField focused={focused} locked={sending} />
      <div className="submit-outcome">
        <div role="alert">
          {state.phase === 'writing' && state.error !== undefined && (
            <Failure error={state.error} />
          )}
        </div>
        <div role="status">
          {!online && (
            <p className="submit-offline" id="submit-offline">
              {NEEDS_CONNECTION}
            </p>
          )}
        </div>
        <SharedText locked={sending} />
      </div>
      <div className="submit-actions">
        <button
          type="submit"
          className="button button-main submit-button"
          disabled={disabled}
          aria-disabled={(!disabled && (sending || !online)) || undefined}
          aria-describedby={online ? undefined : 'submit-offline'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {sending && <Ring />} {sending ? 'Submitting...' : 'Submit Fact'}
        </button>
        <p className="key-hint submit-shortcut" aria-hidden="true">
          or press <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </p>
      </div>
      {/* Below the button, which must not move while the visitor reaches for it. */}
      <SimilarFact draft={text} />
    </form>
  );
}
