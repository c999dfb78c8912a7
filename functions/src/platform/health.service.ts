import type { ReadDeadline } from './read-deadline.ts';
import { ApiError, type EndpointOutput } from '../contract/index.ts';

/** How long the result of one probe is cached. This limits the cost of health checks. */
const LIFETIME_MS = 10_000;

interface Dependencies {
  /** one cheap read of the database */
  probe: () => Promise<unknown>;
  /** the age of the catalog and its snapshot; undefined before it was read */
  status: () => EndpointOutput<'getHealth'>['catalog'];
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
}

export function createHealthService({ probe, status, withReadDeadline, clock }: Dependencies) {
  let last: { at: number; isReachable: Promise<boolean> } | undefined;
  function isReachable(): Promise<boolean> {
    if (!last || clock() - last.at >= LIFETIME_MS) {
      const succeeded = withReadDeadline(probe()).then(
        () => true,
        () => false,
      );
      last = { at: clock(), isReachable: succeeded };
    }
    return last.isReachable;
  }
  return {
    /** @throws ApiError unavailable when the database is unreachable */
    async check(): Promise<EndpointOutput<'getHealth'>> {
      if (!(await isReachable())) {
        throw new ApiError('unavailable', 'The database is unreachable.', { retryAfter: 10 });
      }
      const catalog = status();
      return { status: 'ok', firestore: 'reachable', ...(catalog && { catalog }) };
    },
  };
}
