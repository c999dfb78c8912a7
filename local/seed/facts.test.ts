import { describe, expect, test } from 'vitest';
import {
  countVotes,
  DEFAULT_PRIOR,
  meanRating,
  scoreOf,
  votesOf,
} from '../../functions/src/catalog/score.ts';
import { trigramsOf } from '../../functions/src/catalog/similar.service.ts';
import {
  countCharacters,
  normalizeJokeText,
  searchForm,
  TAGS,
} from '../../functions/src/domain/index.ts';
import { hintAbout } from '../../functions/src/moderation/hints.ts';
import { seedJokes } from './index.ts';

const facts = seedJokes();
const texts = facts.map(({ joke_text }) => joke_text);
const shown = facts.filter(({ status }) => status !== 'rejected');

const matching = (pattern: RegExp) => texts.filter((text) => pattern.test(text));
const endings = texts.map((text) => text.split(/(?<=[.!?][’”]?)\s+/u).at(-1) ?? '');

/** The end of a fact that ends in a place. */
const PLACES =
  /\b(?:Amarillo|Canada|Delaware|Denvers?|Fort Worth|Hoover Dam|Idaho|Interstate 40|Kansas|Montana|Nevada|Oklahoma|Oregon|Panama Canal|Tampa|Texas|Utah)(?: border| by now)?[.?!’”]*$/u;
/** A thing’s new job: “It works as a door now.” */
const NEW_JOB =
  /\b(?:is|are) now\b|\bworks as\b|\bnow (?:runs|works|serves)\b|\b(?:runs|works|serves)\b.* now\b/u;

/** What visitors of a site of such jokes search for. */
const SUBJECTS =
  'boogeyman, cat, chess, divided by zero, elevator, gravity, infinity, lightning, mirror, ninja, onion, password, pizza, push ups, shark, time zone, walker, wi fi'.split(
    ', ',
  );

/** Words of what the guidelines leave out: his death, health, faith, politics and family; nobody else dies, either. */
const UNWANTED = new RegExp(
  [
    String.raw`\b(?<!played )dead\b|\b(?:die[ds]?|dying|death|funerals?|graves?|coffins?|obituar\w+|killed (?!some time))\b`,
    String.raw`\b(?:cancer|hospitals?|illness|disease|surgery|surgeon|diagnos\w+|medical|ambulance|heart rate|doctors?)\b`,
    String.raw`\b(?:God|Jesus|Bible|heaven|church|prays?|prayed|prayers?|sermon|priest)\b`,
    String.raw`\b(?:presidents?|elections?|vote for|senators?|governors?|congress|republicans?|democrats?)\b`,
    String.raw`\b(?:his|norris’s|chuck’s) (?:parents|mother|father|mom|dad|wife|sons?|daughters?|brothers?|sisters?|family|kids|children)\b`,
    String.raw`\bcharles\b|\bmrs\. norris\b`,
  ].join('|'),
  'iu',
);

describe('the written facts', () => {
  test('are 600', () => {
    expect(texts).toHaveLength(600);
    expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(600);
  });

  test('all name him', () => {
    for (const text of texts) expect(text).toMatch(/chuck|norris/i);
  });

  test('can all be submitted unchanged', () => {
    for (const text of texts) {
      expect(normalizeJokeText(text)).toBe(text);
      expect(countCharacters(text), text).toBeGreaterThanOrEqual(10);
      expect(countCharacters(text), text).toBeLessThanOrEqual(500);
    }
  });

  test('have typographic quotes and no emoji', () => {
    for (const text of texts) expect(text).not.toMatch(/['"`]|\p{Extended_Pictographic}/u);
  });

  test('are mostly short: 43 of 100 have at most 80 characters, a tenth at most 50', () => {
    const lengths = texts.map(countCharacters);
    expect(lengths.filter((length) => length <= 80).length).toBeGreaterThanOrEqual(258);
    expect(lengths.filter((length) => length <= 50).length).toBeGreaterThanOrEqual(60);
  });

  test('vary: beginnings and endings', () => {
    expect(matching(/^Chuck Norris/u).length).toBeLessThanOrEqual(100);
    const alike = endings.filter((ending) => PLACES.test(ending) || NEW_JOB.test(ending));
    expect(alike.length, alike.join('\n')).toBeLessThanOrEqual(30);
  });

  test('follow the guidelines', () => {
    expect(matching(UNWANTED)).toEqual([]);
  });

  test('are not alike', () => {
    const trigrams = texts.map((text) => ({ text, of: new Set(trigramsOf(text)) }));
    const alike: string[][] = [];
    for (const [index, { text, of }] of trigrams.entries()) {
      for (const other of trigrams.slice(0, index)) {
        let shared = 0;
        for (const trigram of of) if (other.of.has(trigram)) shared += 1;
        if ((2 * shared) / (of.size + other.of.size) >= 0.5) alike.push([text, other.text]);
      }
    }
    expect(alike).toEqual([]);
  });

  test.each(SUBJECTS)('include one about what visitors look for: %s', (subject) => {
    const approved = facts.filter(({ status }) => status === 'approved');
    const about = approved.filter(({ joke_text }) =>
      searchForm(joke_text).includes(searchForm(subject)),
    );
    expect(about).not.toEqual([]);
  });

  test('each have a tag, unless they are rejected', () => {
    const untagged = shown.filter(({ tags }) => tags.length === 0);
    expect(untagged.map(({ joke_text }) => joke_text)).toEqual([]);
  });

  test('include at least fifteen safe ones for each tag', () => {
    for (const tag of TAGS) {
      const tagged = facts.filter(({ tags, safe }) => safe && tags.includes(tag));
      expect(tagged.length, tag).toBeGreaterThanOrEqual(15);
    }
  });

  test('get no hint from the word list', async () => {
    const hints = await Promise.all(shown.map(({ joke_text }) => hintAbout(joke_text)));
    expect(hints.map(({ reason }) => reason).filter(Boolean)).toEqual([]);
  });
});

describe('their dates and votes', () => {
  const approved = facts.filter(({ status }) => status === 'approved');
  const best = approved
    .toSorted(
      (one, other) =>
        scoreOf(votesOf(other.histogram), DEFAULT_PRIOR) -
        scoreOf(votesOf(one.histogram), DEFAULT_PRIOR),
    )
    .slice(0, 50);

  test('are in order, from the founding to the anniversary', () => {
    const dates = facts.map(({ created_at }) => created_at.getTime());
    expect(dates).toEqual(dates.toSorted((one, other) => one - other));
    expect(facts.map(({ joke_id }) => joke_id)).toEqual(facts.map((_, index) => index + 1));
    for (const { created_at, approved_at, status, histogram } of facts) {
      expect(approved_at !== null).toBe(status === 'approved');
      if (approved_at) expect(approved_at > created_at).toBe(true);
      else expect(countVotes(histogram)).toBe(0);
    }
  });

  test('are not round where there are many votes', () => {
    const counts = approved.map(({ histogram }) => countVotes(histogram));
    expect(counts.filter((votes) => votes >= 1_000 && votes % 100 === 0)).toEqual([]);
  });

  test('differ among the fifty best, in number and mean', () => {
    expect(new Set(best.map(({ histogram }) => countVotes(histogram))).size).toBe(50);
    expect(new Set(best.map(({ histogram }) => meanRating(histogram))).size).toBe(50);
  });
});
