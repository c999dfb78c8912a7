import { READ } from '../../../functions/src/catalog/follower.ts';
import { drawNormal, type Random } from '../random.ts';
import type { Joke } from '../../../functions/src/catalog/joke.ts';
import { scoreOf, sumOf, votesOf } from '../../../functions/src/catalog/score.ts';
import type { Services } from '../../../functions/src/site.ts';

const QUALITY = { mean: 3.22, deviation: 0.37 };
const VOTE_DEVIATION = 1.25;
const NETWORKS = 2_000;
/** After this time every order and average has followed the votes. */
export const FOLLOWED_MS = 60_000;

/** So many numbers from the first. */
export const idsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => first + at);

/** The mean that the votes on a joke tend to. */
export const drawMean = (random: Random) => QUALITY.mean + QUALITY.deviation * drawNormal(random);

/** One to five stars, about a mean. */
export function drawStars(mean: number, random: Random): number {
  const drawn = Math.round(mean + VOTE_DEVIATION * drawNormal(random));
  return Math.min(5, Math.max(1, drawn));
}

/** The network of a voter, of networks whose sizes follow Zipf's law. */
export function drawNetwork(random: Random): string {
  return `network ${Math.floor(NETWORKS ** random())}`;
}

/** A joke, its score, and the one that it would have if every vote counted: the control without groups. */
export interface Scored {
  joke: Joke;
  score: number;
  unweighted: number;
}

/** All approved jokes with their scores, by id. */
export async function scoresOf({ follower }: Services): Promise<Map<number, Scored>> {
  const catalog = await follower.read(READ.visitor);
  const { jokes } = catalog.list(['approved'], 'date_asc');
  const { votes, stars } = sumOf(jokes.map(({ histogram }) => votesOf(histogram)));
  return new Map(
    jokes.map((joke) => {
      const unweighted = scoreOf(votesOf(joke.histogram), stars / votes);
      return [joke.joke_id, { joke, score: catalog.scoreOf(joke), unweighted }];
    }),
  );
}
