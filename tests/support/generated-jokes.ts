import { NO_VOTES, type Histogram } from '../../functions/src/catalog/score.ts';
import { DAY_MS } from '../../functions/src/domain/index.ts';
import type { SeedJoke } from '../../local/seed/index.ts';
import { drawHistogram, drawQuality, drawVoteCount } from './generated-votes.ts';
import { createRandom, type Random } from './random.ts';
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

/** The share of all jokes that was created in 2026. */
const RECENT_SHARE = 0.18;

/** Moments, in milliseconds since the epoch, and the share of all jokes that had been created by then. */
const FOUNDED = { at: Date.UTC(2005, 8, 3), share: 0 };
const LAST = { at: Date.UTC(2026, 9, 20), share: 1 };
const MILESTONES = [
  { at: Date.UTC(2008, 0, 1), share: 0.45 },
  { at: Date.UTC(2025, 4, 5), share: 0.62 },
  { at: Date.UTC(2026, 0, 1), share: 1 - RECENT_SHARE },
  LAST,
];

/**
 * The creation date of a joke. The site boomed from 2005 to 2007, idled, and boomed again after its
 * relaunch in 2025.
 * @param position in the order of creation, from 0 (first) up to but excluding 1 (last)
 */
function creationDate(position: number): Date {
  let from = FOUNDED;
  for (const to of MILESTONES) {
    if (position < to.share) {
      const part = (position - from.share) / (to.share - from.share);
      return new Date(Math.floor(from.at + part * (to.at - from.at)));
    }
    from = to;
  }
  return new Date(LAST.at);
}

function drawVotes(created: Date, random: Random): Histogram {
  const quality = drawQuality(random);
  const ageDays = (LAST.at - created.getTime()) / DAY_MS;
  return drawHistogram(random, quality, drawVoteCount(random, quality, ageDays));
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
    // Jitter below one step keeps the order, with at least a tenth of a step between neighbors.
    const created_at = creationDate((index + random() * 0.9) / count);
    // A moderator decides between an hour and eight days after the creation.
    const reviewed = new Date(
      created_at.getTime() + Math.floor((1 / 24 + random() * 7.9) * DAY_MS),
    );
    const approved_at = status === 'approved' ? reviewed : null;
    const histogram = approved_at ? drawVotes(created_at, random) : NO_VOTES;
    index += 1;
    yield { joke_id: index, joke_text: text, status, histogram, created_at, approved_at };
  }
}
