import type { SeedJoke } from '../../local/seed/index.ts';
import type { JokeStatus } from '../../functions/src/contract/index.ts';
import type { Services } from '../../functions/src/services.ts';
import { submitJoke } from './api/visitor-steps.ts';

/** The moderator in tests. */
export const ACTOR = { provider: 'password', username: 'test' } as const;

/** The expected content of a site: the status and text of every joke, by id. */
export type Model = Map<number, { status: JokeStatus; text: string }>;

/** Creates the model of a newly filled site. */
export function modelOf(jokes: Iterable<SeedJoke>): Model {
  return new Map(
    [...jokes].map((joke) => [joke.joke_id, { status: joke.status, text: joke.joke_text }]),
  );
}

/** The ids that the model lists for these statuses, newest first. */
export function listed(model: Model, statuses: readonly JokeStatus[]): number[] {
  return [...model]
    .filter(([, joke]) => statuses.includes(joke.status))
    .map(([id]) => id)
    .sort((a, b) => b - a);
}

/**
 * Makes a random submission, approval, rejection, edit or deletion on the site and on the model.
 * @param random uniform in [0, 1)
 */
export async function takeStep(
  services: Services,
  model: Model,
  random: () => number,
): Promise<void> {
  const ids = [...model.keys()];
  const id = ids[Math.floor(random() * ids.length)] ?? 0;
  const joke = model.get(id);
  const text = `Chuck Norris rewrote line ${Math.floor(random() * 1e9)} of this.`;
  const kind = random();
  if (!joke || kind < 0.3) {
    model.set(await submitJoke(services, text), { status: 'pending', text });
  } else if (kind < 0.55) {
    await services.moderation.approve(ACTOR, id);
    joke.status = 'approved';
  } else if (kind < 0.7) {
    await services.moderation.reject(ACTOR, id);
    joke.status = 'rejected';
  } else if (kind < 0.85) {
    await services.moderation.edit(ACTOR, id, { joke_text: text });
    joke.text = text;
  } else {
    await services.moderation.remove(ACTOR, id);
    model.delete(id);
  }
}
