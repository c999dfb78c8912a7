import { createServices } from '../../functions/src/site.ts';
import type { ApiSite } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { castVote, setVoterKey } from '../support/api/visitor-steps.ts';
import { forInformation, mustHold, type Benchmark } from '../support/bench/measurement.ts';
import {
  drawMean,
  drawNetwork,
  drawStars,
  FOLLOWED_MS,
  idsFrom,
  scoresOf,
} from '../support/bench/simulated-votes.ts';
import { startVirtualTime } from '../support/bench/virtual-time.ts';
import { createDraw, createRandom } from '../support/random.ts';

const JOKES = 300;
const VOTES = 3_000;
/** So that no quota of an hour is used up. */
const BETWEEN_VOTES_MS = 10_000;
const SEEDS = idsFrom(1, 3);
const BROWSERS = 20;
/** Of a second network; more of them would not count. */
const MORE_BROWSERS = 3;
const TOP = 20;
const FEWEST = 16;

/** How many of the honest Top 20 are still there after the votes of one network and of two. */
async function attack(site: ApiSite, seed: number) {
  const random = createRandom(seed);
  await site.fill(idsFrom(1, JOKES).map((id) => aJoke(id)));
  const time = startVirtualTime();
  const instance = await site.start({ clock: time.now });
  await setVoterKey(instance.context);
  const services = createServices(instance.context);
  /** The best jokes, by their scores and without groups. */
  async function best(size: number) {
    time.pass(FOLLOWED_MS);
    const scores = [...(await scoresOf(services)).values()];
    const by = (score: 'score' | 'unweighted') =>
      scores
        .toSorted((a, b) => b[score] - a[score] || b.joke.joke_id - a.joke.joke_id)
        .slice(0, size)
        .map(({ joke }) => joke.joke_id);
    return { score: by('score'), unweighted: by('unweighted') };
  }
  const means = idsFrom(1, JOKES).map(() => drawMean(random));
  const drawJoke = createDraw(means.map(random), random);
  for (let vote = 0; vote < VOTES; vote += 1) {
    const joke = drawJoke();
    const stars = drawStars(means[joke] ?? 0, random);
    time.pass(BETWEEN_VOTES_MS);
    await castVote(services, joke + 1, stars, { network: drawNetwork(random) });
  }
  const honest = await best(TOP);
  const spared = new Set((await best(100)).score);
  const targets = idsFrom(1, JOKES).filter((id) => !spared.has(id));
  /** How many are left after so many five-star votes of a network on each target. */
  async function leftAfter(network: string, browsers: number) {
    for (const id of targets) {
      for (let browser = 0; browser < browsers; browser += 1) {
        time.pass(BETWEEN_VOTES_MS);
        await castVote(services, id, 5, { network });
      }
    }
    const now = await best(TOP);
    const left = (by: 'score' | 'unweighted') =>
      honest[by].filter((id) => now[by].includes(id)).length;
    return { score: left('score'), unweighted: left('unweighted') };
  }
  const afterOne = await leftAfter('attacking network 1', BROWSERS);
  const afterTwo = await leftAfter('attacking network 2', MORE_BROWSERS);
  await instance.stop();
  time.stop();
  return { afterOne, afterTwo };
}

/** P20: what one network can do to the whole ranking. */
export const benchmark: Benchmark = async (site) => {
  const attacks: Awaited<ReturnType<typeof attack>>[] = [];
  for (const seed of SEEDS) attacks.push(await attack(site, seed));
  const mean = (after: 'afterOne' | 'afterTwo', by: 'score' | 'unweighted') =>
    attacks.reduce((sum, each) => sum + each[after][by], 0) / attacks.length;
  const [left, control] = [mean('afterOne', 'score'), mean('afterOne', 'unweighted')];
  return [
    mustHold(
      'P20',
      `${JOKES} jokes, ${VOTES.toLocaleString('en')} honest votes, then five stars by ${BROWSERS} browsers of one network for each joke outside the Top 100: how many of the Top ${TOP} are left, mean of ${SEEDS.length} seeds`,
      `${left.toFixed(1)}; without groups: ${control.toFixed(1)}`,
      `≥ ${FEWEST}, without groups fewer`,
      left >= FEWEST && control < FEWEST,
    ),
    forInformation(
      'P20',
      `… after ${MORE_BROWSERS} browsers of a second network did the same`,
      mean('afterTwo', 'score').toFixed(1),
    ),
  ];
};
