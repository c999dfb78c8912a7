import type { Handlers } from '../../http/api-call.ts';
import type { OncePerBrowser } from '../../platform/voters/once-per-browser.service.ts';
import type { Signing } from '../../platform/signing/signing.service.ts';
import type { NetworkKeys } from '../../platform/throttles/memory-quota.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import type { RatingService } from './ratings.service.ts';

interface Dependencies {
  jokes: JokeService;
  ratings: RatingService;
  oncePerBrowser: OncePerBrowser;
  signing: Signing;
}

/**
 * The group of a voter, 0 to 255: the first byte of a keyed hash of the network, IPv4 /24 or IPv6 /32. It is
 * the same for every joke, and one byte identifies nobody.
 */
async function voteGroup(signing: Signing, { wide, provider }: NetworkKeys): Promise<number> {
  const network = wide.includes(':') ? provider : wide;
  return Buffer.from(await signing.sign('vote-group', network), 'base64url')[0] ?? 0;
}

export function ratingRoutes({ jokes, ratings, oncePerBrowser, signing }: Dependencies) {
  return {
    async rateJoke(call) {
      const { joke_id, rating_num } = call.input.body;
      const { answer } = await oncePerBrowser(call, {
        jokeId: joke_id,
        value: { stars: rating_num, group: await voteGroup(signing, call.network) },
        once: ratings,
        requireExisting: () => jokes.requireExisting(joke_id),
        check: () => jokes.requireApproved(joke_id),
      });
      return { joke_id, ...answer, rating_num, user_can_vote: false };
    },
  } satisfies Partial<Handlers>;
}
