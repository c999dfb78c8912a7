import { createRandom } from '../../local/seed/random.ts';
import { createServices } from '../../functions/src/services.ts';
import { aJoke } from '../support/api/jokes.ts';
import { atMost, costOf, mustHold, type Benchmark } from '../support/bench/measurement.ts';

const JOKES = 200;
const DRAWS = 20_000;

/** Pearson's χ² of counts that should be equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = DRAWS / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** The χ² that is exceeded by chance once in a hundred times (Wilson and Hilferty, 1931). */
function criticalValue(degreesOfFreedom: number): number {
  const NORMAL_99 = 2.326_347_87;
  const spread = 2 / (9 * degreesOfFreedom);
  return degreesOfFreedom * (1 - spread + NORMAL_99 * Math.sqrt(spread)) ** 3;
}

/** P4: the random joke is cheap, and every joke is equally likely. */
export const benchRandom: Benchmark = async (site) => {
  // Approved ids with gaps of different sizes.
  const ids: number[] = [];
  for (let id = 1; ids.length < JOKES; id += 1 + ((id * 7) % 11)) ids.push(id);
  await site.fill(ids.map((id) => aJoke(id)));
  const random = createRandom(4);
  const instance = await site.start({ random });
  const services = createServices(instance.context);

  const cold = await costOf(site, () => services.jokes.random());
  const warmReads: number[] = [];
  for (let draw = 0; draw < 50; draw += 1) {
    warmReads.push((await costOf(site, () => services.jokes.random())).reads);
  }

  const drawn = new Map(ids.map((id) => [id, 0]));
  const control = new Map(ids.map((id) => [id, 0]));
  const last = ids.at(-1) ?? 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const { joke_id } = await services.jokes.random();
    drawn.set(joke_id, (drawn.get(joke_id) ?? 0) + 1);
    const threshold = random() * last;
    const next = ids.find((id) => id >= threshold) ?? last;
    control.set(next, (control.get(next) ?? 0) + 1);
  }
  const renewal = await costOf(site, () => services.jokes.random({ mix: 'discover' }));
  await instance.stop();
  const other = await site.start({ random });
  const { jokes } = createServices(other.context);
  const discover = () => costOf(site, () => jokes.random({ mix: 'discover' }));
  const coldMix = await discover();
  let warmMix = 0;
  for (let draw = 0; draw < 50; draw += 1) warmMix = Math.max(warmMix, (await discover()).reads);
  await other.stop();
  const third = await site.start({ random });
  const several = await costOf(site, () => third.request('/jokes/random?amount=20'));
  await third.stop();

  const critical = criticalValue(ids.length - 1);
  const ours = chiSquare([...drawn.values()]);
  const theirs = chiSquare([...control.values()]);
  const limit = `(p = 0.01 at ${critical.toFixed(1)})`;
  return [
    atMost('P4', 'reads of a random joke, cold', cold.reads, 3),
    atMost('P4', 'reads of a random joke, warm, maximum of 50', Math.max(...warmReads), 1),
    atMost('P4', 'reads of one to discover, cold', coldMix.reads, 3),
    atMost('P4', '… warm, maximum of 50', warmMix, 1),
    atMost('P4', '… that makes the lists', renewal.reads, 400),
    atMost('P4', 'reads of 20 random jokes in one call, cold', several.reads, 2 + 20),
    mustHold(
      'P4',
      `χ² of ${DRAWS.toLocaleString('en')} draws over ${ids.length} jokes`,
      ours.toFixed(1),
      `below ${limit}`,
      ours < critical,
    ),
    mustHold(
      'P4',
      '… of the control that takes the next id ≥ r',
      theirs.toFixed(1),
      `above ${limit}`,
      theirs > critical,
    ),
  ];
};
