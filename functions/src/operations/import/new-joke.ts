import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import type { JokeChanges, NewJoke } from '../../features/jokes/jokes.data.ts';
import { voteFields } from '../../catalog/score.ts';
import type { ImportedJoke } from './joke-line.ts';

/**
 * The document of an imported joke. By default the joke is approved; `created_at` defaults to
 * `approved_at`, then to now; `approved_at` of an approved joke defaults to `created_at`.
 * @param prior the site's prior
 */
export function newJoke(
  imported: ImportedJoke,
  joke_id: number,
  now: Date,
  prior: number,
): NewJoke {
  const { joke_text, histogram, status = 'approved' } = imported;
  const created_at = imported.created_at ?? imported.approved_at ?? now;
  return {
    joke_id,
    joke_text,
    status,
    ...voteFields(histogram, prior),
    image: null,
    created_at,
    approved_at: imported.approved_at ?? (status === 'approved' ? created_at : null),
  };
}

/** The fields that the file states differently; votes are never changed. */
export function changesTo(joke: JokeDocument, imported: ImportedJoke, now: Date): JokeChanges {
  const { joke_text, status, created_at, approved_at } = imported;
  const differs = (stated: Date | undefined, stored: Date | null) =>
    stated !== undefined && stated.getTime() !== stored?.getTime();
  const approval = approved_at ?? joke.approved_at ?? now;
  const changes: JokeChanges = {};
  if (joke_text !== joke.joke_text) changes.joke_text = joke_text;
  if (created_at && differs(created_at, joke.created_at)) changes.created_at = created_at;
  if (approved_at && differs(approved_at, joke.approved_at)) changes.approved_at = approved_at;
  if (status !== undefined && status !== joke.status) {
    changes.status = status;
    if (status === 'approved') changes.approved_at = approval;
  }
  return changes;
}
