import { ApiError, type EndpointOutput } from '../contract/index.ts';
import type { ReadDeadline } from './deadline.ts';

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

/** Reports whether the database answers, and the age of the catalog. */
export function createHealthService({ probe, status, withReadDeadline, clock }: Dependencies) {
  let probedAt = -Infinity;
  let probed: Promise<unknown> = Promise.resolve();
  return {
    /** @throws ApiError unavailable when the database is unreachable */
    async check(): Promise<EndpointOutput<'getHealth'>> {
      if (clock() - probedAt >= LIFETIME_MS) {
        probedAt = clock();
        probed = withReadDeadline(probe());
      }
      try {
        await probed;
      } catch (cause) {
        const detail = 'The database is unreachable.';
        throw new ApiError('unavailable', detail, { retryAfter: 10, cause });
      }
      const catalog = status();
      return { status: 'ok', firestore: 'reachable', ...(catalog && { catalog }) };
    },
  };
}
