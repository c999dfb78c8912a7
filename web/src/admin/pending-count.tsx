import { useQuery } from '@tanstack/react-query';
import { Icon } from '../ui/icon.tsx';
import { adminCounts } from './moderation-queries.ts';
import styles from './pending-count.module.css';

/** A number short enough for the top bar; the dashboard has the exact one. */
function atMost(limit: number, count: number): string {
  return count > limit ? `${limit}+` : String(count);
}

/** The numbers of pending and reported jokes, for the link to the dashboard. */
export default function PendingCount() {
  const { data: counts } = useQuery(adminCounts);
  if (counts === undefined) return null;
  const { pending, reported } = counts;
  return (
    <span className={styles.counts}>
      <span className={styles.count}>
        <span>{atMost(999, pending)}</span>
        <span className="visually-hidden"> pending</span>
      </span>
      {reported > 0 && (
        <span className={`${styles.count} ${styles.reported}`}>
          <Icon name="reported" />
          <span>{atMost(99, reported)}</span>
          <span className="visually-hidden"> reported</span>
        </span>
      )}
    </span>
  );
}
