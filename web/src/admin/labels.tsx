import { momentText } from '../ui/format.ts';
import type { RejectReason, ReportReason } from 'functions/contract';
import type { ComponentProps } from 'react';
import { useShortcutSetting } from '../stores/shortcuts.ts';
import type { Badge } from '../ui/badge.tsx';

/** Why a fact is rejected, as moderators read it. */
export const REJECT_LABELS: Readonly<Record<RejectReason, string>> = {
  duplicate: 'Duplicate',
  off_topic: 'Off topic',
  offensive: 'Offensive',
  not_funny: 'Not funny',
  unclear: 'Unclear',
  other: 'Other',
  personal_data: 'Contains personal information',
};

/** Why visitors report a fact, as moderators read it. */
export const REPORT_LABELS: Readonly<Record<ReportReason, string>> = {
  offensive: 'Offensive',
  duplicate: 'Duplicate',
  personal_data: 'Personal information',
  other: 'Other',
};

const STATUS_LOOKS = new Map<string, ComponentProps<typeof Badge>>([
  ['approved', { label: 'Approved', tone: 'good' }],
  ['pending', { label: 'Pending', tone: 'waiting' }],
  ['rejected', { label: 'Rejected', tone: 'bad' }],
]);

/** A status's label and color (specification §2, status badges); any other status is 'Unknown'. */
export function statusLook(status: string): ComponentProps<typeof Badge> {
  return STATUS_LOOKS.get(status) ?? { label: 'Unknown', tone: 'neutral' };
}

/** A date and time in the reader's time zone. @param at in ISO 8601 */
export function LocalTime({ at }: { at: string }) {
  return <time dateTime={at}>{momentText(at)}</time>;
}

/** The key that does the same as a button, unless shortcuts are off. */
export function Key({ name }: { name: string }) {
  return (
    useShortcutSetting() && (
      <kbd className="keys-only" aria-hidden="true">
        {name}
      </kbd>
    )
  );
}
