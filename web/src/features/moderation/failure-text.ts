import { ApiError } from 'functions/contract';

/** The message for an error without one (specification §8). */
export const UNKNOWN_FAILURE = 'An unknown error occurred';

/** The server's detail, else the error's message, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/**
 * The server's detail, else `fallback`. The API client sets `cause` on errors that did not come from
 * the server.
 */
export function serverDetailOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.cause === undefined
    ? messageOf(error, fallback)
    : fallback;
}
