import type { SubmissionState } from 'functions/contract';
import { PERSONAL_DATA, REJECT_REASONS, SUBMISSION_STATUSES } from 'functions/domain';
import { call } from '../api/call.ts';
import { hasCode } from '../api/failure.ts';
import { json, storedValue } from '../stores/stored-value.ts';
import { decisionNews } from './decision-news.ts';

const MAXIMUM = 20;
const STATUSES = [...SUBMISSION_STATUSES, 'unknown'] as const;

const UNDECIDED = {
  reason: null,
  duplicate_of: null,
  joke_id: null,
} as const;

/** A submission with its last known status. */
export interface OwnSubmission {
  /** the secret that identifies it to the API */
  receipt: string;
  /** as submitted; empty if it was removed because of personal information */
  text: string;
  /** in milliseconds since the epoch */
  submitted_at: number;
  /** `unknown`: the API does not know the receipt */
  status: (typeof STATUSES)[number];
  reason: SubmissionState['reason'];
  /** the fact that a rejected one duplicates */
  duplicate_of: number | null;
  /** the public number of an approved one */
  joke_id: number | null;
}

function parseSubmission(value: unknown): OwnSubmission | undefined {
  const given: Record<string, unknown> = { ...Object(value) };
  const { receipt, text, submitted_at, joke_id } = given;
  const status = STATUSES.find((each) => each === given['status']);
  const { duplicate_of: original } = given;
  const duplicate_of = typeof original === 'number' ? original : null;
  const isSubmission =
    typeof receipt === 'string' &&
    /^[\w-]{43}$/.test(receipt) &&
    typeof text === 'string' &&
    typeof submitted_at === 'number' &&
    Math.abs(submitted_at) < 8.64e15 &&
    (joke_id === null || typeof joke_id === 'number');
  const reason = REJECT_REASONS.find((each) => each === given['reason']) ?? null;
  if (!isSubmission || status === undefined) return undefined;
  const outcome = { status, reason, duplicate_of, joke_id };
  return { receipt, text, submitted_at, ...outcome };
}

/** This browser's submissions, the latest first. Malformed ones are dropped. */
export const ownSubmissions = storedValue<readonly OwnSubmission[]>(
  'submissions',
  json((content) =>
    Array.isArray(content) ? content.flatMap((each) => parseSubmission(each) ?? []) : undefined,
  ),
  [],
);

/** Stores a submission. @param text as submitted @returns false if the browser could not store it */
export function rememberSubmission(receipt: string, text: string): boolean {
  const others = ownSubmissions.latest().filter((each) => each.receipt !== receipt);
  const state = { status: 'pending', ...UNDECIDED } as const;
  const submitted = { receipt, text, submitted_at: Date.now(), ...state };
  return ownSubmissions.save([submitted, ...others].slice(0, MAXIMUM));
}

/** Removes a submission from the list. */
export function forgetSubmission(receipt: string): void {
  ownSubmissions.save(ownSubmissions.latest().filter((each) => each.receipt !== receipt));
}

/** Whether its status may change. Moderators can undo everything except the deletion of personal information. */
export function isOpen({ status, reason }: OwnSubmission): boolean {
  return status !== 'removed' || reason !== PERSONAL_DATA;
}

/**
 * Checks a submission and stores its status.
 * @returns the status
 * @throws {ApiError} without an answer
 */
export async function checkSubmission(receipt: string): Promise<string> {
  const { submitted_at, ...state } = await call('getSubmission', {
    params: { receipt },
  }).catch((error: unknown) => {
    if (!hasCode(error, 'not_found')) throw error;
    return { status: 'unknown' as const, ...UNDECIDED, submitted_at: null };
  });
  const time = submitted_at === null ? {} : { submitted_at: Date.parse(submitted_at) };
  const changed = ownSubmissions.latest().map((each) => {
    if (each.receipt !== receipt) return each;
    // A later version of the API may have statuses and reasons that this one lacks.
    const changed = parseSubmission({ ...each, ...state, ...time }) ?? each;
    return isOpen(changed) ? changed : { ...changed, text: '' };
  });
  ownSubmissions.save(changed);
  return state.status;
}

/** Checks the submissions that were pending. @returns whether one of them is not anymore */
export async function checkPending(): Promise<boolean> {
  const pending = ownSubmissions.latest().filter(({ status }) => status === 'pending');
  const checks = await Promise.allSettled(pending.map(({ receipt }) => checkSubmission(receipt)));
  return checks.some((check) => check.status === 'fulfilled' && check.value !== 'pending');
}

/** The visitor has the list in view: no decision is news anymore. */
export function seeDecisions(): void {
  const isAwaited = ownSubmissions.latest().some(({ status }) => status === 'pending');
  decisionNews.save(isAwaited ? 'awaited' : 'none');
}
