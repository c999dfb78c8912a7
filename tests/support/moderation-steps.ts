import type { SeedJoke } from '../../local/seed/index.ts';
import type { ChangeAction, JokeStatus, Patch } from '../../functions/src/contract/index.ts';
import { endlessCall } from '../../functions/src/platform/deadline.ts';
import type { Services } from '../../functions/src/site.ts';
import { submitJoke } from './api/visitor-steps.ts';

/** The moderator in tests. */
export const ACTOR = { provider: 'password', username: 'test' } as const;

type Changing = Pick<Services, 'changes'>;

/** Changes a joke as the moderator. @returns the change's id @throws ApiError if it can't be changed */
async function change(
  { changes }: Changing,
  action: ChangeAction,
  joke_id: number,
  patch: Patch,
): Promise<string> {
  const items = [{ joke_id, patch }];
  const { change_id, results } = await changes.apply(
    { actor: ACTOR, action, items },
    endlessCall(),
  );
  for (const { error } of results) if (error) throw error;
  return change_id ?? '';
}

export const approve = (services: Changing, id: number, patch: Patch = {}) =>
  change(services, 'approve', id, { status: 'approved', ...patch });
export const reject = (services: Changing, id: number) =>
  change(services, 'reject', id, { status: 'rejected' });
export const remove = (services: Changing, id: number) =>
  change(services, 'delete', id, { status: 'deleted' });
export const edit = (services: Changing, id: number, joke_text: string) =>
  change(services, 'edit', id, { joke_text });

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
    await approve(services, id);
    joke.status = 'approved';
  } else if (kind < 0.7) {
    await reject(services, id);
    joke.status = 'rejected';
  } else if (kind < 0.85) {
    await edit(services, id, text);
    joke.text = text;
  } else {
    await remove(services, id);
    model.delete(id);
  }
}
