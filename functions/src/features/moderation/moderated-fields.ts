import * as z from 'zod/mini';
import { jokeStatus, rejectReason } from '../../contract/index.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';

/** What a decision changes and undoing it restores. */
export const moderatedFields = z.object({
  status: jokeStatus,
  joke_text: z.string(),
  approved_at: z.nullable(z.date()),
  decided_at: z.nullable(z.date()),
  reject_reason: z.nullable(rejectReason),
  edited_at: z.nullable(z.date()),
});

/** These fields of a joke; older jokes lack some of them. */
export function moderated(joke: JokeDocument): z.infer<typeof moderatedFields> {
  const { status, joke_text, approved_at } = joke;
  const { decided_at = null, reject_reason = null, edited_at = null } = joke;
  return { status, joke_text, approved_at, decided_at, reject_reason, edited_at };
}
