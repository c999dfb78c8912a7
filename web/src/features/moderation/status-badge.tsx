import { Badge, type BadgeTone } from '../../components/badge.tsx';

interface StatusLook {
  label: string;
  tone: BadgeTone;
}

const LOOKS = new Map<string, StatusLook>([
  ['approved', { label: 'Approved', tone: 'good' }],
  ['pending', { label: 'Pending', tone: 'waiting' }],
  ['rejected', { label: 'Rejected', tone: 'bad' }],
]);

/** A status's label and color (specification §2, status badges); any other status is 'Unknown'. */
export function statusLook(status: string): StatusLook {
  return LOOKS.get(status) ?? { label: 'Unknown', tone: 'neutral' };
}

/** A joke's status as an outlined word. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge {...statusLook(status)} />;
}
