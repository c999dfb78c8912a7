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
