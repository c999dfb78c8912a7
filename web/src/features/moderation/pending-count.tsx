import { useQuery } from '@tanstack/react-query';
import { useLocaleNumber } from '../../components/use-locale-number.ts';
import { adminCounts } from './moderation-queries.ts';

/** How many jokes are pending and reported, for the link to the dashboard; nothing until that is known. */
export default function PendingCount() {
  const { data: counts } = useQuery(adminCounts);
  const number = useLocaleNumber();
  if (counts === undefined) return null;
  const { pending, reported } = counts;
  return (
    <span className="pending-count">
      {number(pending)}
      <span className="visually-hidden"> pending</span>
      {reported > 0 && `, ${number(reported)} reported`}
    </span>
  );
}
