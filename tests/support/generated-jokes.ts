import { NO_VOTES, type Histogram } from '../../functions/src/catalog/score.ts';
import { DAY_MS } from '../../functions/src/domain/index.ts';
import type { SeedJoke } from '../../local/seed/index.ts';
import { createRandom, type Random } from './random.ts';
import grammar from '../data/grammar.json' with { type: 'json' };

/**
 * Kinds of sentences, which take turns: the alternatives for each part of the sentence; the parts are joined without
 * spaces.
 */
const TEMPLATES: readonly (readonly (readonly string[])[])[] = Object.values(grammar);

/** Divides the number of texts of no template, so that a template's texts are distinct, and neighbors differ. */
const STEP = 104_729;

/** A text of 30 to 300 characters. The digits of a number in a mixed radix choose the alternatives. */
function textOf(index: number): string {
  const template = TEMPLATES[index % TEMPLATES.length] ?? [];
  const size = template.reduce((texts, alternatives) => texts * alternatives.length, 1);
  let rest = (Math.floor(index / TEMPLATES.length) * STEP) % size;
  let text = '';
  for (const alternatives of template) {
    text += alternatives[rest % alternatives.length] ?? '';
    rest = Math.floor(rest / alternatives.length);
  }
  return text;
}

const FIRST = Date.UTC(2005, 8, 3);
const LAST = Date.UTC(2026, 9, 20);

/** Draws the votes by stars: most jokes have a handful, a few have thousands. */
function drawHistogram(random: Random): Histogram {
  const votes = 5_000 ** random();
  const count = () => Math.floor(random() * votes);
  return [count(), count(), count(), count(), count()];
}

interface GenerateOptions {
  /** How many jokes: at most as many as the templates have texts, a million. */
  count: number;
  /** The share of pending jokes. Default: 0.01. */
  pendingShare?: number;
  /** The share of rejected jokes. Default: 0.02. */
  rejectedShare?: number;
}

/**
 * Generates distinct, plausible jokes for tests and benchmarks, one at a time and ordered by id. The same
 * options give the same jokes on every machine.
 */
export function* generateJokes(options: GenerateOptions): Generator<SeedJoke, void, undefined> {
  const { count, pendingShare = 0.01, rejectedShare = 0.02 } = options;
  const random = createRandom(1);
  for (let index = 0; index < count; index += 1) {
    const drawn = random();
    const status =
      drawn < pendingShare
        ? 'pending'
        : drawn < pendingShare + rejectedShare
          ? 'rejected'
          : 'approved';
    // Jitter below one step keeps the order, with at least a tenth of a step between neighbors.
    const at = Math.floor(FIRST + ((index + random() * 0.9) / count) * (LAST - FIRST));
    // A moderator decides between an hour and eight days after the creation.
    const reviewed = new Date(at + Math.floor((1 / 24 + random() * 7.9) * DAY_MS));
    const approved = status === 'approved';
    yield {
      joke_id: index + 1,
      joke_text: textOf(index),
      status,
      histogram: approved ? drawHistogram(random) : NO_VOTES,
      created_at: new Date(at),
      approved_at: approved ? reviewed : null,
    };
  }
}
