import { adminScreens } from '../contract/index.ts';
import { describeError } from './describe-error.ts';
import type { Log } from './log.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DEADLINE_MS = 2_000;

/** So many pending jokes are worth a message. */
const STEPS = [1, 10, 50, 100];

/**
 * Sends a text to a webhook, in a form that Slack, Discord and Mattermost accept. It gets two seconds.
 * @throws Error if it is not accepted; a redirect is not followed
 */
async function sendMessage(url: string, text: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, content: text }),
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook answered ${response.status}`);
}

interface Dependencies {
  /** the webhook; without one, nothing is sent */
  url: string | undefined;
  /** the number of pending jokes */
  pending: () => Promise<number>;
  /** the site's origin */
  origin: string;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
}

const facts = (count: number, one: string, more: string) =>
  count === 1 ? `1 fact ${one}` : `${count} facts ${more}`;

export type Notifications = ReturnType<typeof createNotifications>;

/**
 * Sends a message to the owner's webhook when jokes wait or are reported, at most one an hour from each instance.
 * What may not be sent yet, or failed, goes with the next message. A call resolves when that is done, and never
 * rejects.
 */
export function createNotifications({ url, pending, origin, clock, log }: Dependencies) {
  let nextAt = -Infinity;
  /** whether the number of pending jokes has reached a step, and how many jokes were reported, since the last message */
  let news = { waiting: false, reported: 0 };

  /** The message; empty if everything has been decided meanwhile. */
  async function textOf({ waiting, reported }: typeof news): Promise<string> {
    const count = waiting ? await pending() : 0;
    const waits = `${facts(count, 'waits', 'wait')} for a decision: ${origin}${adminScreens.hiddenAdminQueue.path}`;
    const was = `${facts(reported, 'was', 'were')} reported: ${origin}${adminScreens.hiddenAdmin.path}?view=reported`;
    return [count > 0 && waits, reported > 0 && was].filter((part) => part !== false).join('\n');
  }

  async function sendIfDue(): Promise<void> {
    if (url === undefined || clock() < nextAt || !(news.waiting || news.reported > 0)) return;
    const [due, before] = [news, nextAt];
    news = { waiting: false, reported: 0 };
    nextAt = clock() + HOUR_MS;
    try {
      const text = await textOf(due);
      if (text === '') nextAt = before;
      else await sendMessage(url, text);
    } catch (error) {
      log({
        severity: 'WARNING',
        message: 'A notification could not be sent; see NOTIFY_URL',
        stack_trace: describeError(error, [url]),
      });
      news = { waiting: due.waiting || news.waiting, reported: due.reported + news.reported };
    }
  }

  return {
    /** Called after each submission. @param isNew whether a joke was added to the pending ones */
    async submitted(isNew: boolean): Promise<void> {
      if (url === undefined) return;
      if (isNew && STEPS.includes(await pending())) news.waiting = true;
      await sendIfDue();
    },
    /** Called after the first report of a joke. */
    async reported(): Promise<void> {
      news.reported += 1;
      await sendIfDue();
    },
  };
}
