import { useEffect, type MouseEvent } from 'react';
import { saveDraft, useDraft } from './submission.ts';
import { takeSharedText, useSharedChoice } from './shared-text.ts';

/**
 * Takes a text that another app has shared. If a draft was in the field, offers the text, and then the draft
 * again.
 */
export function SharedChoice({ locked }: { locked: boolean }) {
  const choice = useSharedChoice();
  const text = useDraft();
  useEffect(takeSharedText, []);
  const usesShared = text === choice?.shared;
  // Any other text would be lost.
  const offered = choice !== null && (usesShared || text === choice.draft || text === '');

  const swap = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (choice === null) return;
    // The draft was submitted meanwhile.
    if (text === '') useSharedChoice.setState(null, true);
    saveDraft(usesShared ? choice.draft : choice.shared);
    currentTarget.form?.querySelector('textarea')?.focus();
  };

  return (
    <div role="status">
      {offered && (
        <p className="submit-offline">
          {usesShared
            ? 'This is the text you shared. Your draft is not lost.'
            : 'You shared a text from another app.'}{' '}
          <button type="button" className="button" disabled={locked} onClick={swap}>
            {usesShared ? 'Back to my draft' : 'Use the shared text'}
          </button>
        </p>
      )}
    </div>
  );
}
