import { shuffle } from '../../functions/src/catalog/shuffle.ts';
import { chiSquare, criticalValue } from '../support/chi-square.ts';
import { createRandom } from '../support/random.ts';
import { createServices } from '../../functions/src/site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { mustHold, type Benchmark } from '../support/bench/measurement.ts';

const JOKES = 200;
const DRAWS = 20_000;

/** P4: every joke is equally likely. */
export const benchmark: Benchmark = async (site) => {
  // Approved ids with gaps of different sizes.
  const ids: number[] = [];
  for (let id = 1; ids.length < JOKES; id += 1 + ((id * 7) % 11)) ids.push(id);
  const jokes = ids.map((id) => aJoke(id));
  await site.fill(jokes);
  const instance = await site.start({ random: createRandom(4) });
  const services = createServices(instance.context);

  const drawn = new Map(ids.map((id) => [id, 0]));
  const shuffled = new Map(drawn);
  const control = new Map(drawn);
  const random = createRandom(5);
  const last = ids.at(-1) ?? 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const { joke_id } = await services.jokes.random({});
    drawn.set(joke_id, (drawn.get(joke_id) ?? 0) + 1);
    const [first] = shuffle(jokes, String(draw));
    if (first) shuffled.set(first.joke_id, (shuffled.get(first.joke_id) ?? 0) + 1);
    const threshold = random() * last;
    const next = ids.find((id) => id >= threshold) ?? last;
    control.set(next, (control.get(next) ?? 0) + 1);
  }
  await instance.stop();

  const critical = criticalValue(ids.length - 1);
  const ours = chiSquare([...drawn.values()]);
  const first = chiSquare([...shuffled.values()]);
  const theirs = chiSquare([...control.values()]);
  const limit = `(p = 0.01 at ${critical.toFixed(1)})`;
  return [
    mustHold(
      'P4',
      `χ² of ${DRAWS.toLocaleString('en')} draws over ${ids.length} jokes`,
      ours.toFixed(1),
      `below ${limit}`,
      ours < critical,
    ),
    mustHold(
      'P4',
      '… of the first of as many shuffled lists',
      first.toFixed(1),
      `below ${limit}`,
      first < critical,
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
