import { useQueries } from '@tanstack/react-query';
import { PERSONAL_DATA } from 'functions/domain';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../../ui/badge.tsx';
import { localDayText } from '../../ui/format.ts';
import { Ring } from '../../ui/spinner.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { jokePath } from '../../paths.ts';
import { announce } from '../../stores/announcement.ts';
import { decisionNews } from '../../facts/decision-news.ts';
import {
  checkSubmission,
  forgetSubmission,
  isOpen,
  ownSubmissions,
  seeDecisions,
  type OwnSubmission,
} from '../../facts/own-submissions.ts';
import styles from './own-submissions-list.module.css';

const OUTCOMES = {
  pending: 'A human has yet to read this one. Chuck Norris has, but he doesn’t vote.',
  approved: 'On the site, where Chuck Norris can see it.',
  removed: 'An administrator deleted this one. It put up no fight.',
  unknown: 'We can’t find this one anymore. We didn’t ask Chuck Norris to look.',
} as const;

const REJECTIONS = {
  duplicate: 'We already have this one, so it was not added.',
  off_topic: 'Not added: it isn’t about Chuck Norris. He noticed.',
  offensive: 'Not added: it hits somebody below the belt. He kicks higher.',
  not_funny: 'Not added: the moderator kept a straight face.',
  unclear: 'Not added: we read it twice and still didn’t get it.',
  other: 'Not added, for a reason that’s on no list.',
  personal_data: 'Removed: it contains personal information.',
} as const;

const NO_REASON = 'Not added. No reason was given, and Chuck Norris has never needed one.';

function outcomeOf({ status, reason }: OwnSubmission): string {
  if (reason === PERSONAL_DATA) return REJECTIONS[reason];
  if (status !== 'rejected') return OUTCOMES[status];
  return reason === null ? NO_REASON : REJECTIONS[reason];
}

interface EntryProps {
  submission: OwnSubmission;
  checking: boolean;
  onRemove: () => void;
}

function Entry({ submission, checking, onRemove }: EntryProps) {
  const { text, submitted_at, status, duplicate_of, joke_id } = submission;
  return (
    <li className={styles.entry} aria-busy={checking}>
      <time className={styles.date} dateTime={new Date(submitted_at).toISOString()}>
        {localDayText(submitted_at)}
      </time>
      <div>
        {text !== '' && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
        <div className="row">
          <span>
            <StatusBadge status={status} /> <span>{outcomeOf(submission)}</span>
          </span>
          {duplicate_of !== null && (
            <Link to={jokePath(duplicate_of)}>{`It’s fact no. ${duplicate_of}`}</Link>
          )}
          {joke_id !== null && <Link to={jokePath(joke_id)}>{`Fact no. ${joke_id}`}</Link>}
          {checking && (
            <span>
              <Ring /> Checking…
            </span>
          )}
          <button
            type="button"
            className={`${styles.remove} link-button`}
            aria-label={`Remove from this list: ${text || 'the removed fact'}`}
            onClick={onRemove}
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  );
}

/** This browser's submissions and their status. Renders nothing without submissions. */
export function OwnSubmissionsList() {
  const submissions = ownSubmissions.use();
  const heading = useRef<HTMLHeadingElement>(null);
  const online = useOnline();
  const open = submissions.filter(isOpen);
  const checks = useQueries({
    queries: open.map(({ receipt }) => ({
      queryKey: ['submission', receipt],
      queryFn: () => checkSubmission(receipt),
      retry: false,
      staleTime: 0,
      gcTime: 0,
    })),
  });
  const checking = new Set(open.filter((_, index) => checks[index]?.isFetching));
  const checkAgain = () => {
    for (const { refetch } of checks) void refetch();
  };
  const news = decisionNews.use();
  useEffect(seeDecisions, [submissions, news]);
  if (submissions.length === 0) return null;

  const remove = ({ receipt }: OwnSubmission) => {
    // The button that has the focus disappears.
    heading.current?.focus();
    forgetSubmission(receipt);
    announce('Removed from your submissions.');
  };
  const problem = online
    ? 'Couldn’t check their status.'
    : 'Couldn’t check their status: you are offline.';
  return (
    <section className={styles.section} aria-labelledby="own-submissions">
      <h2 id="own-submissions" tabIndex={-1} ref={heading}>
        Your submissions
      </h2>
      <p className={styles.note}>
        {ownSubmissions.isStored()
          ? 'Only this browser remembers them.'
          : 'This browser couldn’t store this list. It’s gone when you leave.'}
      </p>
      <div role="status">
        {(checks.some(({ isError }) => isError) || !online) && (
          <p className={`${styles.problem} row`}>
            <span>{problem}</span>
            {online && (
              <button type="button" className="button" onClick={checkAgain}>
                Try again
              </button>
            )}
          </p>
        )}
      </div>
      <ul className={styles.list}>
        {submissions.map((submission) => (
          <Entry
            key={submission.receipt}
            submission={submission}
            checking={checking.has(submission)}
            onRemove={() => remove(submission)}
          />
        ))}
      </ul>
    </section>
  );
}
