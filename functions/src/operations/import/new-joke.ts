import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import { voteFields } from '../../catalog/score.ts';
import type { StatedFact } from './fact-line.ts';

/**
 * The joke that a fact becomes. Approved unless it says otherwise; created when it says, or else when
 * it was approved, or else now; approved when it was created unless it says otherwise. Changed now,
 * whatever it says, so that running instances are told of it.
 * @param prior the site's
 */
export function newJoke(fact: StatedFact, joke_id: number, now: Date, prior: number): JokeDocument {
  const { joke_text, histogram, status = 'approved' } = fact;
  const created_at = fact.created_at ?? fact.approved_at ?? now;
  return {
    joke_id,
    joke_text,
    status,
    ...voteFields(histogram, prior),
    image: null,
    created_at,
    updated_at: now,
    approved_at: fact.approved_at ?? (status === 'approved' ? created_at : null),
  };
}

/** The fields of a joke that a fact states and that differ; its votes are the site's. */
export function changesTo(joke: JokeDocument, fact: StatedFact, now: Date): Partial<JokeDocument> {
  const { joke_text, status, created_at, approved_at } = fact;
  const differs = (stated: Date | undefined, stored: Date | null) =>
    stated !== undefined && stated.getTime() !== stored?.getTime();
  const approval = approved_at ?? joke.approved_at ?? now;
  const changes: Partial<JokeDocument> = {};
  if (joke_text !== joke.joke_text) changes.joke_text = joke_text;
  if (created_at && differs(created_at, joke.created_at)) changes.created_at = created_at;
  if (approved_at && differs(approved_at, joke.approved_at)) changes.approved_at = approved_at;
  if (status !== undefined && status !== joke.status) {
    changes.status = status;
    if (status === 'approved') changes.approved_at = approval;
  }
  return changes;
}
