import { READ, type Follower } from '../catalog/follower.ts';
import { adminScreens } from '../contract/index.ts';
import { HOUR_MS } from '../domain/index.ts';
import { attempt } from '../platform/log.ts';
import type { Tools } from '../platform/tools.ts';

const DEADLINE_MS = 2_000;

const facts = (count: number, one: string, more: string) =>
  count === 1 ? `1 fact ${one}` : `${count} facts ${more}`;

/**
 * Sends a text in a form that Slack, Discord and Mattermost accept.
 * @throws Error if it is not accepted before the signal is aborted; a redirect is not followed
 */
async function send(url: string, text: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, content: text }),
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    // Its message may have the URL, which is a secret.
    throw new Error(`The webhook did not answer: ${error instanceof Error ? error.name : ''}`);
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook answered ${response.status}`);
}

interface Dependencies extends Pick<Tools, 'config' | 'clock' | 'timeout' | 'log'> {
  follower: Follower;
}

/** Resolves when what can be done has been done; never rejects. */
export type Notify = () => Promise<void>;

/**
 * Sends the owner's webhook how many jokes wait and are reported, when one is submitted or reported for the first time: at
 * most once an hour from each instance. Between two messages there is no other, not even after a failure.
 */
export function createNotify(dependencies: Dependencies): Notify {
  const { follower, config, clock, timeout, log } = dependencies;
  const { notifyUrl: url, siteOrigin: origin } = config;
  let nextAt = -Infinity;
  async function report(webhook: string): Promise<void> {
    const current = await follower.read(READ.visitor);
    const { pending } = current.totals();
    const reported = current.reported().length;
    const waits = `${facts(pending, 'waits', 'wait')} for a decision: ${origin}${adminScreens.hiddenAdminQueue.path}`;
    const are = `${facts(reported, 'is', 'are')} reported: ${origin}${adminScreens.hiddenAdmin.path}?view=reported`;
    const lines = [...(pending > 0 ? [waits] : []), ...(reported > 0 ? [are] : [])];
    if (lines.length > 0) await send(webhook, lines.join('\n'), timeout(DEADLINE_MS));
  }
  return async () => {
    if (url === undefined || clock() < nextAt) return;
    nextAt = clock() + HOUR_MS;
    await attempt(log, 'The notification to NOTIFY_URL', report(url));
  };
}
