import { ApiError } from 'functions/contract';

/** What is said of a failure that says nothing itself (specification §8). */
export const UNKNOWN_FAILURE = 'An unknown error occurred';

/** The server's detail or else the error's own message; `fallback` where there is neither. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/**
 * The server's detail alone; `fallback` where it gave none, as without an answer. The API client
 * sets `cause` on the failures that it found by itself.
 */
export function serverDetailOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.cause === undefined
    ? messageOf(error, fallback)
    : fallback;
}
