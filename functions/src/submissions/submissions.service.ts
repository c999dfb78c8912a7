import type { CatalogService } from '../catalog/catalog.service.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import { voteFields } from '../ratings/score.ts';

export interface SubmissionService {
  /** Stores a new pending joke. @param text normalised */
  submit(text: string): Promise<JokeDocument>;
}

function newJoke(
  joke_id: number,
  joke_text: string,
  created_at: Date,
  prior: number,
): JokeDocument {
  return {
    joke_id,
    joke_text,
    status: 'pending',
    ...voteFields([0, 0, 0, 0, 0], prior),
    image: null,
    created_at,
    updated_at: created_at,
    approved_at: null,
  };
}

/** Taking in new jokes. */
export function createSubmissionService(
  catalog: CatalogService,
  jokes: JokeData,
  clock: () => number,
): SubmissionService {
  return {
    submit(text) {
      const created_at = new Date(clock());
      let attempted: JokeDocument | undefined;
      return catalog.change(async (transaction, draft) => {
        // An earlier attempt whose commit answered with an error may have happened all the same.
        const earlier = attempted && (await jokes.read(transaction, attempted.joke_id));
        if (earlier?.joke_text === text && earlier.created_at.getTime() === created_at.getTime()) {
          return earlier;
        }
        const joke = newJoke(draft.nextJokeId, text, created_at, draft.root.prior);
        attempted = joke;
        jokes.create(transaction, joke);
        draft.add(joke.joke_id, joke.status, text);
        return joke;
      });
    },
  };
}
