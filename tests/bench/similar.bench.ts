import { generateJokes } from '../support/generated-jokes.ts';
import { nobody } from '../../functions/src/jokes/visitor-searches.ts';
import { createServices } from '../../functions/src/site.ts';
import { jokeStatus } from '../../functions/src/contract/index.ts';
import { labeledTexts } from '../support/similar-facts.ts';
import {
  atMost,
  costOf,
  cpuMs,
  longestStep,
  mustHold,
  type Benchmark,
} from '../support/bench/measurement.ts';

const COUNT = 10_000;

/** P17: facts that say nearly the same are found without a read, and quickly. */
export const benchSimilar: Benchmark = async (site) => {
  await site.fill(generateJokes({ count: COUNT }));
  const instance = await site.start();
  const { catalog, jokes, similar } = createServices(instance.context);
  const index = await catalog.current();
  const find = (text: string) => similar.find(index, text, { statuses: jokeStatus.options });

  // A search reads the texts, so that only what similarity needs is measured.
  await jokes.list(
    { kind: 'admin', provider: 'password', username: 'bench', session: 'bench' },
    { page: 1, per_page: 20, status: 'all', sortBy: 'date_desc', search: 'norris' },
    nobody,
  );
  const step = await longestStep(find('Chuck Norris knocked.'));
  const texts = labeledTexts();
  const before = cpuMs();
  const { reads } = await costOf(site, async () => {
    for (const text of texts) await find(text);
  });
  const lookup = (cpuMs() - before) / texts.length;
  await instance.stop();
  return [
    atMost('P17', `similar facts: reads of ${texts.length} lookups on a warm instance`, reads, 0),
    mustHold(
      'P17',
      `similar facts: CPU of a lookup among ${COUNT.toLocaleString('en')} jokes`,
      `${lookup.toFixed(2)} ms`,
      '≤ 10 ms',
      lookup <= 10,
    ),
    mustHold(
      'P17',
      'similar facts: longest uninterrupted CPU while their index is built',
      `${step.toFixed(1)} ms`,
      '≤ 50 ms',
      step <= 50,
    ),
  ];
};
