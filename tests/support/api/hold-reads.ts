import type { ReadDeadline } from '../../../functions/src/platform/deadline.ts';

/**
 * Holds back the answers of Firestore that `which` picks.
 * @returns the part of an instance that does, when the first one has come, and what lets them go on
 */
export function holdReads(which: (answer: unknown) => boolean) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const withReadDeadline: ReadDeadline = async (reading) => {
    const answer = await reading;
    if (which(answer)) {
      reached.resolve();
      await released.promise;
    }
    return answer;
  };
  return { withReadDeadline, reached: reached.promise, release: released.resolve };
}

/** Whether an answer is to a query of changes. */
export const hasChanges = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'readTime' in answer;

/** Whether an answer has this many documents. */
export const hasDocuments = (count: number) => (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'size' in answer && answer.size === count;
