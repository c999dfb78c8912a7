import type { StoredDocument } from '../database/stored-document.data.ts';
import type { Transact } from '../database/transact.ts';
import { describeError } from '../logging/describe-error.ts';
import { attempt, type Log } from '../logging/log.ts';
import type { NotificationState } from './notifications.data.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DEADLINE_MS = 2_000;

/** So many pending jokes are worth a message. */
const STEPS = [1, 10, 50, 100];

const NOTHING: NotificationState = { sent_at: null, waiting: false, reported: 0 };

/** Whether the number of pending jokes has reached a step that is worth a message. */
export function reachesStep(before: number, after: number): boolean {
  return STEPS.some((step) => before < step && step <= after);
}

/**
 * Sends a text to a webhook, in a form that Slack, Discord and Mattermost accept. It gets two seconds.
 * @throws Error if it is not accepted; a redirect is not followed
 */
export async function sendMessage(url: string, text: string): Promise<void> {
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
  /** the webhook; without one, nothing is sent, read or written */
  url: string | undefined;
  document: StoredDocument<NotificationState>;
  /** the number of pending jokes */
  pending: () => Promise<number>;
  /** the site's origin */
  origin: string;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
}

const facts = (count: number, one: string, more: string) =>
  count === 1 ? `1 fact ${one}` : `${count} facts ${more}`;

export type Notifications = ReturnType<typeof createNotifications>;

/**
 * Tells the owner's webhook that jokes wait, at most once an hour over all instances. What may not be sent
 * yet, or failed, goes with the next message. A call resolves when that is done, and never rejects.
 */
export function createNotifications(dependencies: Dependencies) {
  const { url, document, pending, origin, transact, clock, log } = dependencies;
  /** when this instance may send what it could not send before */
  let owedAt = Infinity;

  /** Claims the pending news if a message may be sent now. The instance that claims it must send it. */
  const take = (news: Partial<NotificationState>) =>
    transact(async (transaction) => {
      const stored = (await document.read(transaction)) ?? NOTHING;
      const due = {
        waiting: stored.waiting || news.waiting === true,
        reported: stored.reported + (news.reported ?? 0),
      };
      const { sent_at } = stored;
      if (!due.waiting && due.reported === 0) return undefined;
      const allowedAt = sent_at === null ? 0 : sent_at.getTime() + HOUR_MS;
      if (clock() < allowedAt) {
        document.write(transaction, { ...due, sent_at });
        owedAt = allowedAt;
        return undefined;
      }
      document.write(transaction, { ...NOTHING, sent_at: new Date(clock()) });
      return { ...due, sent_at };
    });

  /** Leaves to the next message what could not be sent. */
  const putBack = ({ sent_at, waiting, reported }: NotificationState) =>
    transact(async (transaction) => {
      const stored = (await document.read(transaction)) ?? NOTHING;
      document.write(transaction, {
        sent_at,
        waiting: stored.waiting || waiting,
        reported: stored.reported + reported,
      });
    });

  /** The message; empty if everything has been decided meanwhile. */
  async function textOf({ waiting, reported }: NotificationState): Promise<string> {
    const count = waiting ? await pending() : 0;
    const waits = `${facts(count, 'waits', 'wait')} for a decision: ${origin}/admin/queue`;
    const was = `${facts(reported, 'was', 'were')} reported: ${origin}/admin?view=reported`;
    return [count > 0 && waits, reported > 0 && was].filter((part) => part !== false).join('\n');
  }

  async function send(webhook: string, news: Partial<NotificationState>): Promise<void> {
    owedAt = Infinity;
    const due = await take(news);
    if (!due) return;
    try {
      const text = await textOf(due);
      if (text === '') await putBack({ ...NOTHING, sent_at: due.sent_at });
      else await sendMessage(webhook, text);
    } catch (error) {
      log({
        severity: 'WARNING',
        message: 'A notification could not be sent; see NOTIFY_URL',
        stack_trace: describeError(error, [webhook]),
      });
      await putBack(due);
    }
  }

  async function notify(news: Partial<NotificationState>): Promise<void> {
    if (url !== undefined) await attempt(log, 'Notifying', send(url, news));
  }

  return {
    /** Called after each submission. @param isStep whether the number of pending jokes has reached a step */
    async submitted(isStep: boolean): Promise<void> {
      if (isStep) await notify({ waiting: true });
      else if (clock() >= owedAt) await notify({});
    },
    /** Called when a joke that was not reported is. */
    reported: () => notify({ reported: 1 }),
  };
}
