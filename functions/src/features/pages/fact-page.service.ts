import type { JokeService } from '../jokes/jokes.service.ts';
import { visitor } from '../../identity.ts';
import { factBody } from './fact-body.ts';
import { factHead } from './fact-head.ts';
import { fillTemplate, type ReadTemplate } from './templates.ts';

/**
 * The page of a fact as HTML.
 * @throws ApiError not_found when there is no such approved joke
 */
export type FactPage = (jokeId: number) => Promise<string>;

/** @param origin the site's, such as `https://facts.example` */
export function createFactPage(
  jokes: Pick<JokeService, 'single' | 'find'>,
  readTemplate: ReadTemplate,
  origin: string,
): FactPage {
  return async (jokeId) => {
    const joke = await jokes.single(jokeId);
    const [stored] = await jokes.find(visitor, [jokeId]);
    const address = `${origin}/fact/${joke.joke_id}`;
    const head = factHead({ joke, approvedAt: stored?.approved_at ?? null, address, origin });
    return fillTemplate(await readTemplate('fact'), head, factBody(joke));
  };
}
