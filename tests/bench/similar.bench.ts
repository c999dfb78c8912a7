import { generateJokes } from '../support/generated-jokes.ts';
import { nobody } from '../../functions/src/features/jokes/visitor-searches.ts';
import { createServices } from '../../functions/src/services.ts';
import { jokeStatus } from '../../functions/src/contract/index.ts';
import { labeledTexts, lookUpLabeled, uniqueTexts } from '../support/similar-facts.ts';
import {
  atMost,
  costOf,
  cpuMs,
  forInformation,
  longestStep,
  mustHold,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';

const COUNT = 10_000;

function labeledRows(): Row[] {
  const { missed, flagged, unique } = lookUpLabeled();
  const pairs = missed.reduce((sum, kind) => sum + kind.pairs, 0);
  const found = missed.reduce((sum, kind) => sum - kind.missed.length, pairs);
  const kinds = missed.map(({ kind, pairs, missed }) => `${pairs - missed.length} ${kind}`);
  return [
    mustHold(
      'P17',
      `similar facts: pairs found, of ${pairs} (${kinds.join(', ')})`,
      `${((100 * found) / pairs).toFixed(1)} %`,
      '≥ 95 %',
      found >= 0.95 * pairs,
    ),
    atMost('P17', `similar facts: unique facts flagged, of ${unique}`, flagged.length, 2),
  ];
}

/** P17: facts that say nearly the same are found, without a read, and quickly. */
export const benchSimilar: Benchmark = async (site) => {
  await site.fill(generateJokes({ count: COUNT }));
  const instance = await site.start();
  const { catalog, jokes, similar } = createServices(instance.context);
  const index = await catalog.current();
  const find = (text: string) => similar.find(index, text, { statuses: jokeStatus.options });

  // A search reads the texts, so that only building the indexes is measured.
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
  let flagged = 0;
  for (const text of uniqueTexts) {
    if ((await find(text)).some(({ joke_text }) => joke_text !== text)) flagged += 1;
  }
  await instance.stop();
  return [
    ...labeledRows(),
    forInformation(
      'P17',
      `… among ${COUNT.toLocaleString('en')} jokes, most of them from sentence patterns`,
      String(flagged),
    ),
    atMost('P17', `similar facts: reads of ${texts.length} lookups on a warm instance`, reads, 0),
    mustHold(
      'P17',
      `similar facts: CPU of a lookup among ${COUNT.toLocaleString('en')} jokes`,
      `${lookup.toFixed(2)} ms`,
      '< 5 ms',
      lookup < 5,
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
