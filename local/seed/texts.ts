import grammar from './grammar.json' with { type: 'json' };
import { createRandom, type Random } from './random.ts';

/** A kind of sentence: the alternatives for each of its parts, which are joined without spaces. */
type Template = readonly (readonly string[])[];

/** They take turns, so their order determines the texts. */
const TEMPLATES: readonly Template[] = Object.values(grammar);

/** The number of texts that a template can make. */
function templateSize(template: Template): number {
  return template.reduce((size, alternatives) => size * alternatives.length, 1);
}

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
  for (let made = 0; made < count; made += walks.length) {
    for (const { template, numbers } of walks.slice(0, count - made)) {
      yield renderTemplate(template, numbers.next().value);
    }
  }
}

/** Makes a template's text with this number, whose digits in a mixed radix choose the alternatives. */
function renderTemplate(template: Template, number: number): string {
  let rest = number;
  let text = '';
  for (const alternatives of template) {
    text += alternatives[rest % alternatives.length] ?? '';
    rest = Math.floor(rest / alternatives.length);
  }
  return text;
}

/**
 * Endlessly yields 0 … size - 1 in a scattered order, each number once before any is repeated. It needs no
 * memory of past numbers, because its step has no common divisor with the size.
 */
function* visitAll(size: number, random: Random): Generator<number, never, undefined> {
  // About a quarter to three quarters of the size, so that consecutive numbers are far apart.
  let step = Math.floor(size * (0.25 + random() / 2));
  while (greatestCommonDivisor(step, size) !== 1) step += 1;
  for (let at = Math.floor(random() * size); ; at = (at + step) % size) yield at;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
