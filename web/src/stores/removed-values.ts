/** What the values of earlier versions in the browser's storages begin with, or are called. */
const REMOVED = [
  'unsentDecisions:',
  'queueVisit',
  'nextAfterVoting',
  'recentVotes',
  'submissionAttempt',
  'unseenSubmission',
  'newDecision',
];

/** Deletes the values of earlier versions from the browser's storages. */
export function deleteRemovedValues(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      const keys = Object.keys(storage).filter((key) =>
        REMOVED.some((name) => key.startsWith(name)),
      );
      for (const key of keys) storage.removeItem(key);
    }
  } catch {
    // The browser blocks storage.
  }
}
