import { limits } from 'functions/contract';
import type { SubmissionFailure } from './submission.ts';

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** Why a fact was not submitted, and when another try makes sense. */
export function SubmissionFailureText({ failure }: { failure: SubmissionFailure }) {
  return (
    <>
      <p className="field-error">{failure.message}</p>
      {failure.wait !== undefined && (
        <p className="field-hint">
          One network may submit {limits.submissionsPerHour} facts an hour. Yours can send the next
          one in about {inWords(failure.wait)}; the text stays here.
        </p>
      )}
    </>
  );
}
