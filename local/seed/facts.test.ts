import { describe, expect, test } from 'vitest';
import { DEFAULT_PRIOR, scoreOf, votesOf } from '../../functions/src/catalog/score.ts';
import { trigramsOf } from '../../functions/src/catalog/similarity.ts';
import {
  countCharacters,
  normalizeJokeText,
  TAG_LABELS,
  TAGS,
} from '../../functions/src/domain/index.ts';
import { hintAbout } from '../../functions/src/moderation/hints.ts';
import { facts, factsByShape } from './facts.ts';
import { seedJokes } from './index.ts';

const texts = facts.map(({ text }) => text);
const shown = facts.filter(({ status }) => status !== 'rejected').map(({ text }) => text);

/** The facts that match a pattern. */
const matching = (pattern: RegExp) => texts.filter((text) => pattern.test(text));
const endings = texts.map((text) => text.split(/(?<=[.!?][’”]?)\s+/u).at(-1) ?? '');

/** The end of a fact that ends in a place. */
const PLACES =
  /\b(?:Amarillo|Canada|Delaware|Denvers?|Fort Worth|Hoover Dam|Idaho|Interstate 40|Kansas|Montana|Nevada|Oklahoma|Oregon|Panama Canal|Tampa|Texas|Utah)(?: border| by now)?[.?!’”]*$/u;
/** A thing’s new job: “It works as a door now.” */
const NEW_JOB =
  /\b(?:is|are) now\b|\bworks as\b|\bnow (?:runs|works|serves)\b|\b(?:runs|works|serves)\b.* now\b/u;

/** What only facts from the 2010s and 2020s are about. */
const MODERN = new RegExp(
  [
    String.raw`\bAI\b|chatbot|deepfake|self-driving|\bdrone|robots have to click`,
    String.raw`\bapp\b|selfie|noise-canceling|1 percent since|unlocked when|dark mode|phone changes`,
    String.raw`Wi-Fi|Bluetooth|QR code|video doorbell|robot vacuum|smart (?:speaker|thermostat)`,
    String.raw`password|six-digit|two-step|traffic lights|share your location|in the cloud`,
    String.raw`liked a photo|unfollowed|profile picture|group chat|like and subscribe|emoji|still watching`,
    String.raw`a subscription|unsubscribe|skip chuck|playlist|unlimited plan|loading screen|final boss`,
    String.raw`on mute|video call|breakout room|works from home|standing desk|emails?\b|replied-all|escape room`,
    String.raw`orders a ride|recalculating|stops away|leave it at the door|three stars from|people who bought`,
    String.raw`fitness tracker|air fryer|weighted blanket|scam caller|\boat\b|\bkale\b`,
    String.raw`is blurred|shared his screen|ended in 2017|made a slideshow|because you watched|recipe blog`,
    String.raw`reply from the owner|about your car|phone in a lake`,
  ].join('|'),
  'iu',
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

  test('are mostly short: a third has at most 80 characters, a tenth at most 50', () => {
    const lengths = texts.map(countCharacters);
    expect(lengths.filter((length) => length <= 80).length).toBeGreaterThanOrEqual(200);
    expect(lengths.filter((length) => length <= 50).length).toBeGreaterThanOrEqual(60);
  });

  test('vary: shapes, beginnings and endings', () => {
    for (const [shape, ofShape] of factsByShape) {
      expect(ofShape.length, shape).toBeLessThanOrEqual(85);
    }
    expect(matching(/^Chuck Norris/u).length).toBeLessThanOrEqual(100);
    const alike = endings.filter((ending) => PLACES.test(ending) || NEW_JOB.test(ending));
    expect(alike.length, alike.join('\n')).toBeLessThanOrEqual(30);
  });

  test('live in the present, too, and what does is not dated earlier', () => {
    expect(matching(MODERN).length).toBeGreaterThanOrEqual(60);
    const early = facts.filter(({ text, recent }) => MODERN.test(text) && !recent);
    expect(early.map(({ text }) => text)).toEqual([]);
  });

  test('follow the guidelines', () => {
    expect(matching(UNWANTED)).toEqual([]);
  });

  test('are not alike', () => {
    const trigrams = texts.map((text) => ({ text, of: trigramsOf(text) }));
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

  test('each have a tag, unless they are rejected', () => {
    const untagged = facts.filter(({ status, tags }) => status !== 'rejected' && tags.length === 0);
    expect(untagged.map(({ text }) => text)).toEqual([]);
  });

  test('include at least fifteen safe ones for each tag', () => {
    for (const tag of TAGS) {
      const tagged = facts.filter(({ tags, safe }) => safe && tags.includes(tag));
      expect(tagged.length, TAG_LABELS[tag]).toBeGreaterThanOrEqual(15);
    }
  });

  test('get no hint from the word list', async () => {
    const hints = await Promise.all(shown.map(hintAbout));
    expect(hints.map(({ reason }) => reason).filter(Boolean)).toEqual([]);
  });
});

describe('their votes', () => {
  const jokes = seedJokes()
    .filter(({ status }) => status === 'approved')
    .map((joke) => ({ ...joke, ...votesOf(joke.histogram) }));
  const best = jokes
    .toSorted((one, other) => scoreOf(other, DEFAULT_PRIOR) - scoreOf(one, DEFAULT_PRIOR))
    .slice(0, 50);
  const mean = (of: typeof jokes) =>
    of.reduce((sum, { stars }) => sum + stars, 0) / of.reduce((sum, { votes }) => sum + votes, 0);

  test('are not round where there are many', () => {
    const round = jokes.filter(({ votes }) => votes >= 1_000 && votes % 100 === 0);
    expect(round.map(({ votes }) => votes)).toEqual([]);
  });

  test('differ among the fifty best, in number and mean', () => {
    expect(new Set(best.map(({ votes }) => votes)).size).toBe(50);
    expect(new Set(best.map(({ votes, stars }) => stars / votes)).size).toBe(50);
  });

  test('follow the marks', () => {
    const marks = new Map(facts.map(({ text, mark }) => [text, mark]));
    const byMark = Map.groupBy(jokes, ({ joke_text }) => marks.get(joke_text) ?? 0);
    const means = [...byMark]
      .filter(([, ofMark]) => ofMark.length >= 20)
      .toSorted(([one], [other]) => one - other)
      .map(([, ofMark]) => mean(ofMark));
    expect(means.length).toBeGreaterThanOrEqual(5);
    expect(means).toEqual(means.toSorted((one, other) => one - other));
  });

  test('are more on older facts', () => {
    const medianOf = (of: typeof jokes) =>
      of.map(({ votes }) => votes).toSorted((one, other) => one - other)[of.length >> 1] ?? 0;
    const third = Math.floor(jokes.length / 3);
    expect(medianOf(jokes.slice(0, third))).toBeGreaterThan(2 * medianOf(jokes.slice(-third)));
  });
});
