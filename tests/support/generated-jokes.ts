import { buildJoke, RECENT_SHARE, type SeedJoke } from '../../local/seed/build-joke.ts';
import { createRandom, type Random } from '../../local/seed/random.ts';
import grammar from '../data/grammar.json' with { type: 'json' };

/** A kind of sentence: the alternatives for each of its parts, which are joined without spaces. */
type Template = readonly (readonly string[])[];

/** They take turns, so their order determines the texts. */
const TEMPLATES: readonly Template[] = Object.values(grammar);

/** The number of texts that a template can make. */
function templateSize(template: Template): number {
  return template.reduce((size, alternatives) => size * alternatives.length, 1);
}

/**
 * Generates distinct texts of 30 to 300 characters, one at a time. The templates take turns, and each
 * goes through its numbers without repeating one.
 * @param count at most the number of templates times the texts of the smallest one
 */
function* generateTexts(count: number): Generator<string, void, undefined> {
  const random = createRandom(1);
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

interface GenerateOptions {
  /** How many jokes, from 0 to `TEXT_CAPACITY`. */
  count: number;
  /** The share of pending jokes, at most 0.18; all of them are from 2026. Default: 0.01. */
  pendingShare?: number;
  /** The share of rejected jokes, in any year. Default: 0.02. */
  rejectedShare?: number;
}

/**
 * Generates distinct, plausible jokes for tests and benchmarks, one at a time and ordered by id. The same
 * options give the same jokes on every machine.
 */
export function* generateJokes(options: GenerateOptions): Generator<SeedJoke, void, undefined> {
  const { count, pendingShare = 0.01, rejectedShare = 0.02 } = options;
  const random = createRandom(1);
  const rejectedChance = rejectedShare / (1 - pendingShare);
  let index = 0;
  for (const text of generateTexts(count)) {
    const recent = index / count >= 1 - RECENT_SHARE;
    const pending = recent && random() < pendingShare / RECENT_SHARE;
    const status = pending ? 'pending' : random() < rejectedChance ? 'rejected' : 'approved';
    yield buildJoke({ text, status }, { index, count }, random);
    index += 1;
  }
}
