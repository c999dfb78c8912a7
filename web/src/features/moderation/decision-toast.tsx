import type { EndpointOutput, Joke } from 'functions/contract';
import { useRef, useState } from 'react';
import { Ring } from '../../components/spinner.tsx';
import { announce } from '../../stores/announcement.ts';
import './decision-toast.css';

/** The result of the last decision. */
export interface Notice {
  /** `busy` while decisions are being undone. */
  tone: 'done' | 'failed' | 'busy';
  text: string;
  /** Undoes the decision, if that is possible. */
  undo?: (() => void) | undefined;
}

/** The screen's last notice, and how to set it, which also announces it. */
export function useNotice(): [Notice | undefined, (notice: Notice | undefined) => void] {
  const [notice, setNotice] = useState<Notice>();
  const show = (next: Notice | undefined) => {
    setNotice(next);
    // A failure is an alert, which assistive technology reads by itself.
    if (next?.tone === 'done') announce(next.text);
  };
  return [notice, show];
}

/** One line with the last notice. It has a place of its own even while it is empty, so that it never covers a control. */
export function DecisionToast({ notice }: { notice: Notice | undefined }) {
  const text = useRef<HTMLParagraphElement>(null);
  const undo = () => {
    // The button is about to disappear, and the focus with it.
    text.current?.focus({ preventScroll: true });
    notice?.undo?.();
  };
  return (
    <div className="decision-toast" data-tone={notice?.tone}>
      {notice?.tone === 'failed' ? (
        <p role="alert" tabIndex={-1} ref={text}>
          {notice.text}
        </p>
      ) : (
        // The screen's live region reads it aloud.
        <p tabIndex={-1} ref={text}>
          {notice?.tone === 'busy' && <Ring />} {notice?.text}
        </p>
      )}
      {notice?.undo && (
        <button type="button" className="undo-button" onClick={undo}>
          Undo
        </button>
      )}
    </div>
  );
}

const DONE = { approved: 'Approved', rejected: 'Rejected' } as const;

/** The notice of a decision, such as 'Approved fact no. 536.', or that it had been made already. */
export function decisionText(
  jokeId: number,
  status: keyof typeof DONE,
  auditId: string | null,
): string {
  return auditId === null
    ? `Fact no. ${jokeId} is already ${status}.`
    : `${DONE[status]} fact no. ${jokeId}.`;
}

/** The notice of a decision that was undone. @param before the joke until then */
export function undoneText(
  before: Pick<Joke, 'joke_text'>,
  { joke_id, status, joke_text }: EndpointOutput<'undoModeration'>,
): string {
  return joke_text === before.joke_text
    ? `Undone: fact no. ${joke_id} is ${status} again.`
    : `Undone: fact no. ${joke_id} has its earlier text again.`;
}

/** The notice of a decision that can't be undone, because the joke has changed since. */
export function tooLateText(jokeId: number): string {
  return `Fact no. ${jokeId} changed, so the decision can’t be undone.`;
}
