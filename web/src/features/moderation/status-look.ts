import type { BadgeTone } from '../../components/badge.tsx';

interface StatusLook {
  label: string;
  tone: BadgeTone;
}

const LOOKS = new Map<string, StatusLook>([
  ['approved', { label: 'Approved', tone: 'good' }],
  ['pending', { label: 'Pending', tone: 'waiting' }],
  ['rejected', { label: 'Rejected', tone: 'bad' }],
]);

/** How a status is shown (specification §2, status badges); what is none of them is unknown. */
export function statusLook(status: string): StatusLook {
  return LOOKS.get(status) ?? { label: 'Unknown', tone: 'neutral' };
}
