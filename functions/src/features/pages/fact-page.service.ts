import { visitor } from '../../identity.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { factBody, factHead } from './fact-html.ts';
import { fillTemplate, type ReadTemplate } from './templates.ts';

/**
 * A fact's page as HTML.
 * @throws ApiError not_found when no approved joke has this id
 */
export type FactPage = (jokeId: number) => Promise<string>;

/** @param origin the site's origin, such as `https://facts.example` */
export function createFactPage(
  jokes: Pick<JokeService, 'single' | 'find'>,
  readTemplate: ReadTemplate,
  origin: string,
): FactPage {
  return async (jokeId) => {
    const joke = await jokes.single(jokeId);
    const [stored] = await jokes.find(visitor, [jokeId]);
    const url = `${origin}/fact/${joke.joke_id}`;
    const head = factHead({ joke, approvedAt: stored?.approved_at ?? null, url, origin });
    return fillTemplate(await readTemplate('fact'), head, factBody(joke));
  };
}
