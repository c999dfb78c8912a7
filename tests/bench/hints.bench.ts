import type { Hint } from '../../functions/src/contract/index.ts';
import { hintAbout } from '../../functions/src/moderation/hints.ts';
import { forInformation, type Benchmark } from '../support/bench/measurement.ts';
import labeled from '../data/hint-texts.json' with { type: 'json' };

/** What a hint says to the moderator, as the queue shows it. */
const HINTS: readonly (readonly [string, (hint: Hint) => boolean])[] = [
  ['off topic', ({ on_topic }) => !on_topic],
  ['offensive', ({ offensive }) => offensive],
  ['spam', ({ spam }) => spam],
];

/**
 * How often the word list is right about 200 texts, which were written and labeled before it read them. It must
 * not be adjusted to them.
 */
export const benchHints: Benchmark = async () => {
  const read = await Promise.all(
    labeled.flatMap(({ what, hints, texts }) =>
      texts.map(async (text) => ({ what, hints, given: await hintAbout(text) })),
    ),
  );
  const rows = HINTS.map(([hint, found]) => {
    const meant = read.filter(({ hints }) => hints.includes(hint));
    const right = meant.filter(({ given }) => found(given)).length;
    const wrong = read.filter(({ hints, given }) => !hints.includes(hint) && found(given)).length;
    const measured = `${right} right, ${meant.length - right} missed, ${wrong} false`;
    return forInformation('hints', `“${hint}” of the word list for ${read.length} texts`, measured);
  });
  const man = read.filter(({ what }) => what.startsWith('about the man'));
  const right = man.filter(({ given }) => !given.on_topic).length;
  const silent = read.filter(({ hints }) => hints.length === 0);
  const none = silent.filter(({ given }) => given.reason === '').length;
  return [
    ...rows,
    forInformation(
      'hints',
      '… “off topic” for those about the man’s death, illness, faith, politics or family',
      `${right} of ${man.length}`,
    ),
    forInformation('hints', '… no hint for facts that need none', `${none} of ${silent.length}`),
  ];
};
