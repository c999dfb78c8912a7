import type { RejectReason, ReportReason } from 'functions/contract';

/** Why a fact is rejected, as moderators read it. */
export const REJECT_LABELS: Readonly<Record<RejectReason, string>> = {
  duplicate: 'Duplicate',
  off_topic: 'Off topic',
  offensive: 'Offensive',
  not_funny: 'Not funny',
  unclear: 'Unclear',
  other: 'Other',
};

/** Why visitors report a fact, as moderators read it. */
export const REPORT_LABELS: Readonly<Record<ReportReason, string>> = {
  offensive: 'Offensive',
  duplicate: 'Duplicate',
  personal_data: 'Personal data',
  other: 'Other',
};

/** Whether a text, such as a form's value, is a reason for a rejection. */
export function isRejectReason(text: string): text is RejectReason {
  return Object.hasOwn(REJECT_LABELS, text);
}

/** All reasons for a rejection, in the order of menus and number keys. */
export const REJECT_REASONS: readonly RejectReason[] =
  Object.keys(REJECT_LABELS).filter(isRejectReason);

/** All reasons for a report, in the order of lists. */
export const REPORT_REASONS: readonly ReportReason[] = Object.keys(REPORT_LABELS).filter(
  (text): text is ReportReason => Object.hasOwn(REPORT_LABELS, text),
);
