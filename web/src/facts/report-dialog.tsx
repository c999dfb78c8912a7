import { useMutation } from '@tanstack/react-query';
import type { Joke, ReportReason } from 'functions/contract';
import { REPORT_REASONS } from 'functions/domain';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { hasCode, messageOf, waitOf } from '../api/failure.ts';
import { newKey } from '../api/new-key.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Ring } from '../ui/spinner.tsx';
import { useOnline } from '../ui/use-online.ts';

const REASONS: Readonly<Record<ReportReason, string>> = {
  offensive: 'It is offensive',
  duplicate: 'It’s a duplicate',
  personal_data: 'It contains personal information',
  other: 'Something else',
};

const NEEDS_CONNECTION = 'Reporting needs a connection.';
const NO_REASON = 'Please choose a reason.';
const FAILED = 'Failed to report this fact. Please try again.';

/** The random UUIDs of this page's reports, by joke and reason. */
const keys = new Map<string, string>();

/**
 * Reports a joke.
 * @throws {ApiError} `conflict` if this browser has already reported the joke
 */
export async function sendReport(jokeId: number, reason: ReportReason): Promise<void> {
  const report = `${jokeId} ${reason}`;
  const key = keys.get(report) ?? newKey();
  keys.set(report, key);
  await call('reportJoke', { body: { joke_id: jokeId, reason } }, { idempotencyKey: key });
}

function failureText(error: unknown): string {
  const wait = waitOf(error);
  const when = wait === undefined ? '' : ` Your network can report again in about ${wait}.`;
  return messageOf(error, FAILED) + when;
}

/** Confirms a report. The text gets the focus, because the button that had it is gone. */
function Outcome({ text, onClose }: { text: string; onClose: () => void }) {
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => outcome.current?.focus(), []);
  return (
    <>
      <p tabIndex={-1} ref={outcome}>
        {text}
      </p>
      <DialogActions close="Close" onClose={onClose} />
    </>
  );
}

interface ReportDialogProps {
  joke: Joke;
  onClose: () => void;
}

/** Reports a fact for a reason that the visitor chooses. */
export default function ReportDialog({ joke, onClose }: ReportDialogProps) {
  const jokeId = joke.joke_id;
  const name = useId();
  const problemId = useId();
  const online = useOnline();
  const [reason, setReason] = useState<ReportReason>();
  const [problem, setProblem] = useState<string>();
  const report = useMutation({
    mutationFn: (chosen: ReportReason) => sendReport(jokeId, chosen),
    onError: (error) => setProblem(failureText(error)),
  });
  const { error, isPending, isSuccess } = report;
  const alreadyReported = hasCode(error, 'conflict');

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setProblem(reason === undefined ? NO_REASON : undefined);
    if (reason !== undefined && online) report.mutate(reason);
  };
  const shown = online ? problem : NEEDS_CONNECTION;

  return (
    <Dialog title={`Report fact no. ${jokeId}`} locked={isPending} onClose={onClose}>
      {isSuccess || alreadyReported ? (
        <Outcome
          text={isSuccess ? 'Thanks. We’ll take a look.' : messageOf(error, FAILED)}
          onClose={onClose}
        />
      ) : (
        <form noValidate aria-busy={isPending} onSubmit={send}>
          <fieldset aria-describedby={shown === undefined ? undefined : problemId}>
            <legend className="field-label">What is wrong with it?</legend>
            {REPORT_REASONS.map((value) => (
              <label key={value} className="setting">
                <input
                  type="radio"
                  name={name}
                  value={value}
                  checked={reason === value}
                  onChange={() => {
                    if (isPending) return;
                    setReason(value);
                    setProblem(undefined);
                  }}
                />
                <span>{REASONS[value]}</span>
              </label>
            ))}
          </fieldset>
          <div role="alert">
            {shown !== undefined && (
              <p className="field-error" id={problemId}>
                {shown}
              </p>
            )}
          </div>
          <DialogActions close="Cancel" busy={isPending} onClose={onClose}>
            <BusyButton
              type="submit"
              className="button button-main"
              busy={isPending || !online}
              aria-describedby={shown === undefined ? undefined : problemId}
            >
              {isPending && <Ring />} <span>{isPending ? 'Sending...' : 'Send'}</span>
            </BusyButton>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
