import { isLongEnough, limits, normalizeJokeText } from 'functions/contract';
import type { FormEvent } from 'react';
import { Ring } from '../../components/ring.tsx';
import { useOnline } from '../../components/use-online.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { keepDraft } from './draft.ts';
import { FactField } from './fact-field.tsx';
import { SubmissionFailureText } from './submission-failure-text.tsx';
import { useSubmission } from './submission.ts';
import './submit-form.css';
import { useDraft } from './use-draft.ts';

const TOO_SHORT = `Please enter a joke that is at least ${limits.jokeMinCharacters} characters long.`;
const NEEDS_CONNECTION =
  'Submitting needs a connection. Your draft is safe here until there is one.';

/** Writes and submits a fact. @param focused whether the field has the focus from the start */
export function SubmitForm({ focused }: { focused: boolean }) {
  const { state, submit } = useSubmission();
  const announce = useAnnouncement((store) => store.announce);
  const draft = useDraft();
  const online = useOnline();
  const sending = state.phase === 'sending';
  const tooShort = !isLongEnough(normalizeJokeText(draft));

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (tooShort) return window.alert(TOO_SHORT);
    if (!online) return announce(NEEDS_CONNECTION);
    void submit(draft);
  };

  return (
    <form className="submit-form" noValidate aria-busy={sending} onSubmit={onSubmit}>
      <FactField text={draft} focused={focused} locked={sending} onChange={keepDraft} />
      <div className="submit-outcome">
        <div role="alert">
          {state.phase === 'writing' && state.failure !== null && (
            <SubmissionFailureText failure={state.failure} />
          )}
        </div>
        <div role="status">
          {!online && (
            <p className="submit-offline" id="submit-offline">
              {NEEDS_CONNECTION}
            </p>
          )}
        </div>
      </div>
      <div className="submit-actions">
        {/* Disabled by name alone where it may have the focus, which would be lost with it. */}
        <button
          type="submit"
          className="button submit-button"
          disabled={tooShort && !sending}
          aria-disabled={sending || !online}
          aria-describedby={online ? undefined : 'submit-offline'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {sending && <Ring />} {sending ? 'Submitting...' : 'Submit Fact'}
        </button>
        <p className="submit-shortcut" aria-hidden="true">
          or press <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </p>
      </div>
    </form>
  );
}
