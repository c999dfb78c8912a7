import { ApiError } from '../contract/index.ts';
import { HIGHEST_RATED } from '../domain/index.ts';
import { parseInput } from '../http/api-call.ts';
import type { PageHandlers } from '../http/bind-pages.ts';
import type { DailyService } from '../jokes/daily.service.ts';
import type { JokeService } from '../jokes/jokes.service.ts';

/** Facts as plain text, each on one line. */
function textOf(facts: readonly string[]) {
  if (facts.length === 0) throw new ApiError('not_found', 'There are no such facts yet.');
  const lines = facts.map((fact) => `${fact.replaceAll(/\n+/g, ' ')}\n`);
  return { type: 'text', text: lines.join('') };
}

/** What programs read that can only open a URL. It takes the parameters of the API. */
export function textRoutes({ jokes, daily }: { jokes: JokeService; daily: DailyService }) {
  return {
    async randomText(request) {
      const { query } = parseInput('getRandomJoke', request);
      return textOf([(await jokes.random(query)).joke_text]);
    },
    async topText({ query, caller }) {
      const best = { ...query, sortBy: HIGHEST_RATED, per_page: 10 };
      const top = await jokes.list(parseInput('listJokes', { query: best }).query, caller);
      return textOf(top.jokes.map(({ joke_text }, at) => `${at + 1}. ${joke_text}`));
    },
    async dailyText() {
      const days = await daily.list(1);
      return textOf(days.map(({ joke }) => joke.joke_text));
    },
    async jokeText(request) {
      const { params } = parseInput('getJoke', { params: request.params });
      return textOf([(await jokes.single(params.id)).joke_text]);
    },
  } satisfies Partial<PageHandlers>;
}
