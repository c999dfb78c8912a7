import type { ModeratedJoke, SubmissionState } from 'functions/contract';
import styles from './badge.module.css';

interface BadgeProps {
  tone: 'good' | 'waiting' | 'bad' | 'neutral';
  label: string;
}

/** An outlined word. The color only repeats its meaning. */
export function Badge({ tone, label }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {label}
    </span>
  );
}

/** How each status looks; `unknown`: the API does not know the receipt of a submission. */
const STATUSES: Readonly<
  Record<ModeratedJoke['status'] | SubmissionState['status'] | 'unknown', BadgeProps>
> = {
  approved: { label: 'Approved', tone: 'good' },
  pending: { label: 'Pending', tone: 'waiting' },
  rejected: { label: 'Rejected', tone: 'bad' },
  deleted: { label: 'Deleted', tone: 'neutral' },
  removed: { label: 'Removed', tone: 'neutral' },
  unknown: { label: 'Unknown', tone: 'neutral' },
};

/** The status of a fact or a submission. */
export function StatusBadge({ status }: { status: keyof typeof STATUSES }) {
  // A later version of the API may have others.
  return <Badge {...(STATUSES[status] ?? STATUSES.unknown)} />;
}
