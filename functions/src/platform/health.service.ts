import { ApiError, type EndpointOutput } from '../contract/index.ts';
import type { Tools } from './tools.ts';

type Health = EndpointOutput<'getHealth'>;

/** How long the result of one probe is cached. This limits the cost of health checks. */
const LIFETIME_MS = 10_000;

interface Dependencies extends Pick<Tools, 'withReadDeadline' | 'clock'> {
  /** one cheap read of the database */
  probe: () => Promise<unknown>;
  /** the age of the catalog and its snapshot; undefined before it was read */
  status: () => Health['catalog'];
}

/**
 * Reports whether the database answers, and the age of the catalog.
 * @returns a function that throws ApiError unavailable when the database is unreachable
 */
export function createHealth({ probe, status, withReadDeadline, clock }: Dependencies) {
  let probedAt = -Infinity;
  let probed: Promise<unknown> = Promise.resolve();
  return async (): Promise<Health> => {
    if (clock() - probedAt >= LIFETIME_MS) {
      probedAt = clock();
      probed = withReadDeadline(probe());
    }
    try {
      await probed;
    } catch (cause) {
      throw new ApiError('unavailable', 'The database is unreachable.', { retryAfter: 10, cause });
    }
    return { status: 'ok', firestore: 'reachable', catalog: status() };
  };
}
