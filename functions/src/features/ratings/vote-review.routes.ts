import { isDiscarded } from '../../catalog/discarded.ts';
import { withVote, NO_VOTES } from '../../catalog/score.ts';
import type { CastVote } from '../../catalog/tally.ts';
import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import type { ImageSignatures } from '../jokes/image-signatures.service.ts';
import { presentToAdmin } from '../jokes/present-joke.ts';
import type { VoteReview } from './vote-review.service.ts';

const HOUR_MS = 3_600_000;
const MOST_GROUPS = 10;
interface Dependencies {
  voteReview: VoteReview;
  imageSignatures: ImageSignatures;
}

/** Votes and how many of them are discarded, by hour, the first one first. */
function byHour(votes: readonly CastVote[], isGone: (vote: CastVote) => boolean) {
  const hours = Map.groupBy(votes, ({ created_at }) => Math.floor(created_at.getTime() / HOUR_MS));
  return [...hours].map(([hour, cast]) => ({
    at: new Date(hour * HOUR_MS).toISOString(),
    histogram: cast.reduce((sum, { stars }) => withVote(sum, stars), NO_VOTES),
    discarded: cast.filter(isGone).length,
  }));
}

/** The groups with the most votes, the largest first. */
function byGroup(votes: readonly CastVote[], isGone: (vote: CastVote) => boolean) {
  const groups = Map.groupBy(votes, ({ group }) => group ?? null);
  return [...groups]
    .map(([group, cast]) => ({
      group,
      votes: cast.length,
      discarded: cast.filter(isGone).length,
      mean: cast.reduce((sum, { stars }) => sum + stars, 0) / cast.length,
    }))
    .toSorted((a, b) => b.votes - a.votes)
    .slice(0, MOST_GROUPS);
}

export function voteReviewRoutes({ voteReview, imageSignatures }: Dependencies) {
  return {
    async listUnusual({ identity }) {
      const listed = (await voteReview.listUnusual()).map(async ({ joke, unusual, histogram }) => ({
        joke: await imageSignatures.signImageUrl(identity, presentToAdmin(joke)),
        unusual_at: unusual.toISOString(),
        histogram,
      }));
      return { jokes: await Promise.all(listed) };
    },

    async getVotes({ identity, input }) {
      const { joke, from, to, votes, cutOff } = await voteReview.read(input.params.id);
      const choices = joke.discarded?.choices ?? [];
      const isGone = (vote: CastVote) => isDiscarded(choices, vote);
      return {
        joke: await imageSignatures.signImageUrl(identity, presentToAdmin(joke)),
        unusual_at: joke.unusual?.toISOString() ?? null,
        from: from.toISOString(),
        to: to.toISOString(),
        cut_off: cutOff,
        hours: byHour(votes, isGone),
        groups: byGroup(votes, isGone),
        discarded: choices.map(({ id, ...choice }) => ({
          audit_id: id,
          ...choice,
          from: choice.from.toISOString(),
          to: choice.to.toISOString(),
        })),
      };
    },

    previewDiscard: ({ input }) => voteReview.preview(input.params.id, input.body.choice),

    discardVotes: ({ identity, input: { params, body } }) =>
      voteReview.discard(actorOf(identity), params.id, body.choice, body.reason),

    async acceptVotes({ identity, input }) {
      const audit_id = await voteReview.accept(actorOf(identity), input.params.id);
      return { joke_id: input.params.id, audit_id };
    },
  } satisfies Partial<Handlers>;
}
