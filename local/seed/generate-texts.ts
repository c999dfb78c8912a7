import { anecdote } from './grammar/anecdote.ts';
import { comparison } from './grammar/comparison.ts';
import { dialogue } from './grammar/dialogue.ts';
import { letter } from './grammar/letter.ts';
import { reaction } from './grammar/reaction.ts';
import { report } from './grammar/report.ts';
import { renderTemplate, templateSize, type Template } from './grammar/template.ts';
import { createRandom } from './random.ts';
import { visitAll } from './visit-all.ts';

const TEMPLATES: readonly Template[] = [anecdote, dialogue, reaction, report, letter, comparison];

/** The number of distinct texts when the templates take turns. */
export const TEXT_CAPACITY = TEMPLATES.length * Math.min(...TEMPLATES.map(templateSize));

/**
 * Generates distinct texts of 30 to 300 characters, one at a time. The templates take turns, and each
 * goes through its numbers without repeating one.
 *
 * @throws {RangeError} if `count` is not an integer from 0 to `TEXT_CAPACITY`
 */
export function generateTexts(count: number, seed: number): Iterable<string> {
  if (!Number.isInteger(count) || count < 0 || count > TEXT_CAPACITY) {
    throw new RangeError(`count must be an integer from 0 to ${TEXT_CAPACITY}: ${count}`);
  }
  return takeTurns(count, seed);
}

function* takeTurns(count: number, seed: number): Generator<string, void, undefined> {
  const random = createRandom(seed);
  const walks = TEMPLATES.map((template) => ({
    template,
    numbers: visitAll(templateSize(template), random),
  }));
  let made = 0;
  while (made < count) {
    for (const { template, numbers } of walks.slice(0, count - made)) {
      yield renderTemplate(template, numbers.next().value);
      made += 1;
    }
  }
}
