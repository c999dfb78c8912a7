import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { SimilarService } from '../../catalog/similar.service.ts';
import { jokeStatus } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { Handlers } from '../../http/api-call.ts';
import { noSuchJoke } from './jokes.service.ts';
import { withTextHash } from './present-joke.ts';
import { perHour, type ThrottleService } from '../../platform/throttles/throttles.service.ts';
import type { VoterService } from '../../platform/voters/voters.service.ts';

const LOOKUPS = perHour(
  'similar',
  limits.similarLookupsPerHour,
  limits.similarLookupsPerHourPerWideNetwork,
);

interface Dependencies {
  catalog: CatalogService;
  similar: SimilarService;
  throttles: ThrottleService;
  voters: VoterService;
}

export function similarRoutes({
  catalog,
  similar,
  throttles,
  voters,
}: Dependencies): Handlers<'findSimilarJokes' | 'listSimilarJokes'> {
  return {
    async findSimilarJokes({ input, network }) {
      await throttles.take([LOOKUPS], await voters.networkKeys(network));
      const { joke_text } = input.body;
      const index = await catalog.current();
      return { similar: await similar.find(index, joke_text, { statuses: ['approved'] }) };
    },
    async listSimilarJokes({ input }) {
      const index = await catalog.current();
      const found = await similar.toJoke(index, input.params.id, jokeStatus.options);
      if (!found) throw noSuchJoke();
      return { similar: found.map(withTextHash) };
    },
  };
}
