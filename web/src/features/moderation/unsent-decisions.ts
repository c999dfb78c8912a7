import { moderation } from 'functions/contract';
import * as z from 'zod/mini';
import { json } from '../../stores/stored-value.ts';
import type { Decision } from './changes.ts';

/** A decision as it would be sent. */
export function formatDecision(decision: Decision): unknown {
  const { action, joke_id, expected, reason, duplicate_of, tagging } = decision;
  return {
    action,
    joke_ids: [joke_id],
    reason,
    duplicate_of,
    expected: [{ joke_id, ...expected }],
    taggings: tagging && [{ joke_id, ...tagging }],
  };
}

/** What {@link formatDecision} has written; undefined for anything else. */
export function parseDecision(saved: unknown): Decision | undefined {
  const { success, data } = moderation.safeParse(saved);
  const [seen] = data?.expected ?? [];
  if (!success || !seen) return undefined;
  const { joke_id, ...expected } = seen;
  const { action, reason, duplicate_of, taggings = [] } = data;
  const [tagged] = taggings;
  const { joke_id: _, ...tagging } = tagged ?? {};
  return {
    action,
    joke_id,
    expected,
    ...(reason && { reason }),
    ...(duplicate_of && { duplicate_of }),
    ...(tagged && { tagging }),
  };
}

const keptDecisions = z.object({ username: z.string(), decisions: z.array(z.unknown()) });
const kept = json((content) => keptDecisions.safeParse(content).data);

/** Each page stores its decisions under a key of its own, and holds the lock of that name as long as it is open. */
const PREFIX = 'unsentDecisions:';

/** Where a page stores the decisions that the server has not answered, so that they survive it. */
export function createUnsentDecisions() {
  const ownKey = PREFIX + crypto.randomUUID();
  let isLocked = false;

  /** Where the browser blocks or lacks Web Locks, nothing is stored: nobody could tell that the page is closed. */
  async function hold(): Promise<void> {
    try {
      await navigator.locks.request(ownKey, () => {
        isLocked = true;
        return new Promise<never>(() => undefined);
      });
    } catch {
      isLocked = false;
    }
  }
  void hold();

  /** Takes what a closed page has stored. Call it with the lock of its key. */
  function take(key: string, wanted: string): Decision[] {
    const { username, decisions = [] } = kept.parse(localStorage.getItem(key) ?? '') ?? {};
    if (username !== undefined && username !== wanted) return [];
    localStorage.removeItem(key);
    return decisions.flatMap((saved) => parseDecision(saved) ?? []);
  }

  return {
    /**
     * Stores the unsent decisions of this page.
     * @param username who has made them
     * @returns false if the browser could not store them
     */
    keep(username: string, decisions: readonly Decision[]): boolean {
      try {
        const content = { username, decisions: decisions.map(formatDecision) };
        if (decisions.length === 0) localStorage.removeItem(ownKey);
        else if (isLocked) localStorage.setItem(ownKey, kept.format(content));
        return isLocked;
      } catch {
        return false;
      }
    },

    /**
     * Finds what closed pages have left unsent.
     * @param username whose decisions are wanted; those of others stay
     * @param onFound gets the decisions of a page, which are not stored anymore
     */
    async takeOver(username: string, onFound: (decisions: Decision[]) => void): Promise<void> {
      try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
        for (const key of keys) {
          await navigator.locks.request(key, { ifAvailable: true }, (lock) => {
            if (lock) onFound(take(key, username));
          });
        }
      } catch {
        // The browser blocks storage or locks.
      }
    },
  };
}
