import { createCachedValue } from '../../platform/cache/cache.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import { ApiError, type EndpointOutput } from '../../contract/index.ts';

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
  const reachable = createCachedValue(
    () =>
      withReadDeadline(probe()).then(
        () => true,
        () => false,
      ),
    { lifetimeMs: LIFETIME_MS, clock },
  );
  return {
    /** @throws ApiError unavailable when the database is unreachable */
    async check(): Promise<EndpointOutput<'getHealth'>> {
      if (!(await reachable.get())) {
        throw new ApiError('unavailable', 'The database is unreachable.', { retryAfter: 10 });
      }
      const catalog = status();
      return { status: 'ok', firestore: 'reachable', ...(catalog && { catalog }) };
    },
  };
}
