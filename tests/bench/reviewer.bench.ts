import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Remark } from '../../functions/src/features/hints/hinter.ts';
import { createWordListHinter } from '../../functions/src/features/hints/word-list-hints.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import {
  forInformation,
  mustHold,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';

const GENERATED = 2_000;

/** What the reviewer should find out, and the least share of texts about which it must be right. */
const QUESTIONS = [
  ['on_topic', 'on topic', 0.9],
  ['offensive', 'offensive', 0.85],
  ['english', 'in English', 0.95],
] as const;

const labels = z.object({ on_topic: z.boolean(), offensive: z.boolean(), english: z.boolean() });
const labeledSet = z.array(
  z.strictObject({ what: z.string(), ...labels.shape, texts: z.array(z.string()) }),
);

interface Labeled {
  expected: z.infer<typeof labels>;
  review: Remark;
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)} %`;
}

function rowOf([label, words, floor]: (typeof QUESTIONS)[number], all: readonly Labeled[]): Row {
  const right = all.filter(({ expected, review }) => expected[label] === review[label]).length;
  const said = all.filter(({ review }) => review[label]);
  const really = all.filter(({ expected }) => expected[label]);
  const hits = said.filter(({ expected }) => expected[label]).length;
  return mustHold(
    'review',
    `whether a text is ${words}, by the word list, on ${all.length} labeled texts: right, precision, recall`,
    `${share(right, all.length)}, ${share(hits, said.length)}, ${share(hits, really.length)}`,
    `right ≥ ${share(floor, 1)}`,
    right >= floor * all.length,
  );
}

/** What hints for the moderator are worth, and what they cost. */
export const benchReviewer: Benchmark = async () => {
  const set = labeledSet.parse(
    JSON.parse(readFileSync(new URL('../data/review-set.json', import.meta.url), 'utf8')),
  );
  const hinter = createWordListHinter();
  const beforeLoading = process.cpuUsage();
  await hinter.hint('Chuck Norris loads libraries by looking at them.');
  const loading = process.cpuUsage(beforeLoading);

  const all: Labeled[] = [];
  for (const { texts, ...expected } of set) {
    for (const text of texts) all.push({ expected, review: await hinter.hint(text) });
  }
  const jokes = [...generateJokes({ count: GENERATED })];
  const before = process.cpuUsage();
  let flagged = 0;
  for (const { joke_text } of jokes) {
    const { on_topic, offensive, english } = await hinter.hint(joke_text);
    if (!on_topic || offensive || !english) flagged += 1;
  }
  const used = process.cpuUsage(before);
  const perReview = (used.user + used.system) / 1_000 / GENERATED;
  const loaded = (loading.user + loading.system) / 1_000;
  return [
    ...QUESTIONS.map((question) => rowOf(question, all)),
    forInformation(
      'review',
      `facts with a hint against them, of ${GENERATED.toLocaleString('en')} generated ones`,
      String(flagged),
    ),
    forInformation(
      'review',
      'CPU of the word list in ms: a review; the first one of an instance, which loads the libraries',
      `${perReview.toFixed(2)}, ${loaded.toFixed(0)}`,
    ),
  ];
};
