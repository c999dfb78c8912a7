import type { JokeService } from '../jokes/jokes.service.ts';

const loadPages = () => import('./embed-page.ts');

export type EmbedService = ReturnType<typeof createEmbeds>;

interface Dependencies {
  jokes: Pick<JokeService, 'single'>;
  /** the site's, such as `https://facts.example` */
  origin: string;
}

/** Shows jokes inside other sites. */
export function createEmbeds({ jokes, origin }: Dependencies) {
  return {
    /** The page of a joke as HTML. @throws ApiError not_found when no approved joke has this id */
    async page(jokeId: number): Promise<string> {
      const [joke, { embedPage }] = await Promise.all([jokes.single(jokeId), loadPages()]);
      return embedPage(joke, origin);
    },

    /** The page for a failure as HTML. @param status of the response */
    async errorPage(status: number): Promise<string> {
      return (await loadPages()).embedErrorPage(status, origin);
    },
  };
}
