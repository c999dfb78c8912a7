import type { SeedJoke } from '../../../local/seed/index.ts';
import { generateJokes } from '../generated-jokes.ts';

/** How many facts are published. */
export const PUBLISHED = 8;
const UNIQUE = 260;

/** How a visitor repeats a fact that is published already. */
const REPETITIONS = [
  (text: string) => `${text.replace(/[.!?]$/, '')}!!`,
  (text: string) => text.toUpperCase(),
  (text: string) => text.replace('Chuck Norris', 'Chuck  norris'),
  (text: string) => `Fact: ${text}`,
  (text: string) => `${text} True story.`,
];

/**
 * 300 pending facts, as after an import: 260 that differ, and among them 40 that repeat one of eight
 * published facts, five each. The published facts are numbers 1 to 8.
 */
export function pendingFacts(): SeedJoke[] {
  const texts = Array.from(
    generateJokes({ count: PUBLISHED + UNIQUE }),
    ({ joke_text }) => joke_text,
  );
  const published = texts.slice(0, PUBLISHED);
  const repeated = REPETITIONS.flatMap((repeat) => published.map(repeat));
  // Two of fifteen pending facts are duplicates.
  const pending = texts.slice(PUBLISHED).flatMap((text, index) => {
    const duplicate = index % 13 < 2 ? repeated.shift() : undefined;
    return duplicate === undefined ? [text] : [text, duplicate];
  });
  return [...published, ...pending].map((joke_text, index) => {
    const created_at = new Date(Date.UTC(2026, 0, 1, index));
    const isPublished = index < PUBLISHED;
    return {
      joke_id: index + 1,
      joke_text,
      status: isPublished ? 'approved' : 'pending',
      histogram: [0, 0, 0, isPublished ? 2 : 0, 0],
      created_at,
      approved_at: isPublished ? created_at : null,
    };
  });
}
