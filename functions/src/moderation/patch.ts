import { changesTo, type ChangedFields, type JokeDocument } from '../catalog/joke-document.ts';
import type { Patch, RejectReason } from '../contract/index.ts';
import { limits, TAGS, taggingOnApproval, type Tag } from '../domain/index.ts';
import { hintAbout } from './hints.ts';
import { changedSince, conflict, type ChangeItem, type Moderator } from './moderated-joke.ts';

/** What a decision changes besides the status. */
function decided(
  joke: JokeDocument,
  { status, duplicate_of }: Patch,
  reason: RejectReason | undefined,
  now: Date,
): ChangedFields {
  if (status === undefined || status === joke.status) return {};
  if (status === 'deleted') return { status, deleted_at: now, reports: null };
  const because = { reject_reason: null, duplicate_of: null };
  // The date of the first approval stays.
  if (status === 'approved') {
    return { status, decided_at: now, approved_at: joke.approved_at ?? now, ...because };
  }
  if (reason !== undefined) Object.assign(because, { reject_reason: reason });
  if (duplicate_of !== undefined) Object.assign(because, { duplicate_of });
  return { status, decided_at: now, ...because, reports: null };
}

/**
 * The tags of a joke and whether it is safe, after a change. What the moderator does not state, an approval takes from
 * the word list: tags if it has none, and that it is not safe.
 */
async function tagged(joke: JokeDocument, patch: Patch): Promise<ChangedFields> {
  const isApproval = patch.status === 'approved' && joke.status !== 'approved';
  const { joke_text: text = joke.joke_text, add_tags: add = [], remove_tags: remove = [] } = patch;
  const { tags, safe } = isApproval ? taggingOnApproval(joke, await hintAbout(text)) : joke;
  const base = patch.tags ?? tags;
  const has = (tag: Tag) => add.includes(tag) || (base.includes(tag) && !remove.includes(tag));
  return { tags: TAGS.filter(has), safe: patch.safe ?? safe };
}

/**
 * What an item changes about a joke; nothing if it is so already.
 * @param reason why it is rejected
 * @throws ApiError conflict if the joke is deleted, has changed since the moderator saw it, or would have too many tags
 */
export async function patched(
  joke: JokeDocument,
  { patch, expected = {} }: ChangeItem,
  reason: RejectReason | undefined,
  moderator: Moderator,
): Promise<ChangedFields> {
  const { now } = moderator;
  const error = changedSince(joke, expected, moderator);
  if (error) throw error;
  if (expected.image !== undefined && expected.image?.file !== joke.image?.file) {
    throw conflict(joke, 'Another image of this fact was generated meanwhile.');
  }
  const tagging = await tagged(joke, patch);
  if ((tagging.tags ?? []).length > limits.tagsMax) {
    throw conflict(joke, `A fact can have ${limits.tagsMax} tags at most.`);
  }
  const { joke_text, image, reports } = patch;
  return changesTo(joke, {
    ...decided(joke, patch, reason, now),
    ...tagging,
    ...(joke_text !== undefined && joke_text !== joke.joke_text && { joke_text, edited_at: now }),
    ...(image !== undefined && { image }),
    ...(reports === null && { reports }),
  });
}
