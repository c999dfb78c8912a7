import { sha256 } from '../platform/sha256.ts';
import {
  type AnyStatus,
  imageUrl,
  type Joke as SentJoke,
  jokeContent,
  type ModeratedJoke,
  STATUS_IDS,
} from '../contract/index.ts';
import { startOfDay } from '../domain/index.ts';
import type { Joke } from '../catalog/joke.ts';
import { countVotes, meanRating } from '../catalog/score.ts';

/** A stored joke as the API sends it. Its date is rounded down to the day, see `Joke`. */
export function presentJoke(joke: Joke): SentJoke {
  return {
    joke_id: joke.joke_id,
    ...jokeContent.parse(joke),
    rating: meanRating(joke.histogram),
    num_votes: countVotes(joke.histogram),
    user_can_vote: true,
    status: joke.status,
    status_id: STATUS_IDS[joke.status],
    image_url: joke.image ? imageUrl(joke.image.file) : null,
    created_at: startOfDay(joke.created_at).toISOString(),
  };
}

/** The same with its votes, for a joke that is shown alone. */
export function presentWithVotes(joke: Joke): SentJoke {
  return { ...presentJoke(joke), histogram: joke.histogram };
}

/** Names a text in an administrator's decision about it: 96 bits of its SHA-256. */
function textHash(text: string): string {
  return sha256(text).slice(0, 16);
}

/** Adds the hash of its text to a joke. */
export function withTextHash<Texted extends { joke_text: string }>(joke: Texted) {
  return { ...joke, text_hash: textHash(joke.joke_text) };
}

/** A stored joke as an administrator gets it: with the text's hash, and why it is rejected. */
export function presentToAdmin(joke: Joke): SentJoke {
  const { status, tagged, reject_reason, duplicate_of } = joke;
  return withTextHash({
    ...presentJoke(joke),
    tagged,
    ...(status === 'rejected' && reject_reason && { reject_reason }),
    ...(status === 'rejected' && duplicate_of !== null && { duplicate_of }),
  });
}

/** What a decision is about: a joke as it is now. */
export function presentModerated(joke: Joke<AnyStatus>): ModeratedJoke {
  const { joke_id, status, tagged } = joke;
  return withTextHash({ joke_id, status, tagged, ...jokeContent.parse(joke) });
}
