import type { Hint } from '../contract/index.ts';
import { foldText, limits, TAGS, type Tag } from '../domain/index.ts';
import { onFirstUse } from '../platform/once.ts';
import words from './hint-words.json' with { type: 'json' };

/** On folded text, his name as people spell it: Chuk, Noris, N0RR15, N*rris, Chucknorris; and his best-known role. */
const NAME = /\bchuc?k\b|n[o0*]r{1,2}[i1!*][s5$]|\bwalker,? texas/u;
/** Many facts leave his name out: on this site, “he” is him. */
const PRONOUN = /^\P{L}*(?:when(?:ever)? |once,? )?(?:he|his|him)\b/u;

/** On folded text: the man’s own death, illness, faith, politics or family. The facts are about the legend. */
const PRIVATE = new RegExp(
  [
    String.raw`\b(?:norris|chuck|he) (?:is dead|(?:has )?died|passed away|was buried)\b`,
    String.raw`\b(?:norris|chuck)s? (?:(?:cause of )?death|funeral|obituary|illness|faith|church)\b`,
    String.raw`\b(?:norris|chuck)s? (?:family|(?:first |late |ex.)?wife|widow|sons?|daughters?|grandchildren|brothers?)\b`,
    String.raw`\bhis (?:own funeral|obituary|faith|church|late wife|widow)\b`,
    String.raw`\b(?:rest in peace|condolences)\b|^rip,? (?:chuck|norris)\b`,
    String.raw`\b(?:hospitali[sz]ed|diagnosed with|intensive care|cancer patient|stroke victim)\b`,
    String.raw`\b(?:born.again|christians?|baptists?|evangelicals?)\b`,
    String.raw`\b(?:republicans?|democrats?|elections?|abortions?)\b`,
  ].join('|'),
  'u',
);
/** The running joke: he died years ago, but Death does not dare to tell him. */
const DEATH_IN_PERSON = /(?<!\b(?:his|of|norriss?|chucks?) )\bdeath\b|\breaper\b/u;

/** On folded text: what offends without an obscenity. */
const HARM: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:hat(?:es?|ed|ing)|despis\w+|deport\w*|exterminat\w+|gas(?:sed|ses)|kill\w*|beats?|shoots?)(?: \p{L}+){0,2} (?:immigrants?|migrants?|foreigners?|refugees?|jews?|muslims?|mexicans?|arabs?|blacks?|gays?|lesbians?|homosexuals?|transgender|women)\b/u,
    'be hateful',
  ],
  [
    /\b(?:beat\w*|hits?|hitting|slap\w*|punch\w*|chok\w+|strangl\w+|abus\w+)(?: up)? (?:his|her|your|their|the|a)(?: own)? (?:wife|wives|girlfriends?|boyfriend|husband|kids?|child|children|sons?|daughters?|baby|babies|mother)\b/u,
    'be about violence at home',
  ],
];

/** What no fact needs. */
const SPAM: readonly (readonly [RegExp, string])[] = [
  [
    /\bhttps?:|\bwww\.|\b[a-z\d-]+\.(?:com|net|org|info|biz|shop|store|xyz|top|ru|cn)\b|\b[a-z\d-]+\.[a-z]{2,4}\/\w/iu,
    'a link',
  ],
  [/[^\s@]+@[^\s@]+\.\p{L}/u, 'an e-mail address'],
  [/\+\d[\d\s().-]{7,}\d|\(?\b\d{3}\)?[\s.-]+\d{3}[\s.-]+\d{4}\b/u, 'a phone number'],
  [
    /\b\d{1,5} (?:\p{Lu}\p{L}+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Boulevard|Blvd)\b/u,
    'an address',
  ],
  [/(?:![^!]*){4}/u, 'more than three exclamation marks'],
  [/^(?=(?:\P{Lu}*\p{Lu}){10})\P{Ll}*$/u, 'only capitals'],
  [/(\p{L}{1,10})(?:\s*\1){14}/iu, 'the same letters again and again'],
  [/(?:(?!\p{Script=Latin})\p{L}\P{L}*){5}/u, 'letters of another script'],
];

/**
 * `harmless`: what the library mistakes for an obscenity. `tags`: words that say what a text is about, in lower case and
 * the singular; no word says that one plays with words. `unsafe`: what is not for children: weapons, gambling, drink,
 * death and injuries.
 */
const WORDS: { harmless: string[]; tags: Record<Tag, string | null>; unsafe: string } = words;

/** Matches these words, in the plural too, in a text in lower case. */
function matching(words: string): RegExp {
  return new RegExp(String.raw`\b(?:${words.replaceAll(' ', '|')})(?:s|es)?\b`, 'gu');
}

const wordsOfTags = TAGS.flatMap((tag) => {
  const words = WORDS.tags[tag];
  return words === null ? [] : [{ tag, words: matching(words) }];
});
const unsafeWords = matching(WORDS.unsafe);

/** The tags whose words a text has most of, at most three. @param folded by `foldText` */
function suggestTags(folded: string): Tag[] {
  const counted = wordsOfTags.map(({ tag, words }) => ({
    tag,
    count: new Set(folded.match(words)).size,
  }));
  const best = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const chosen = best.slice(0, limits.tagsMax).map(({ tag }) => tag);
  return TAGS.filter((tag) => chosen.includes(tag));
}

/** Whether a text has no word that is not for children. @param folded by `foldText` */
function seemsSafe(folded: string): boolean {
  return folded.match(unsafeWords) === null;
}

/** Finds the first word of the library's list that a text contains; undefined for none. It is loaded on first use. */
const loadOffenses = onFirstUse(async () => {
  const { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } =
    await import('obscenity');
  // Alone or inside a joke, "ass" is hardly ever meant to offend.
  const offenses = new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => metadata?.originalWord === 'ass')
    .addPhrase((phrase) =>
      phrase.setMetadata({ originalWord: 'asshole' }).addPattern(pattern`asshole`),
    );
  const { whitelistedTerms = [], ...words } = offenses.build();
  const matcher = new RegExpMatcher({
    ...words,
    whitelistedTerms: [...whitelistedTerms, ...WORDS.harmless],
    ...englishRecommendedTransformers,
  });
  return (text: string): string | undefined => {
    const [match] = matcher.getAllMatches(text, true);
    if (!match) return undefined;
    return offenses.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? '';
  };
});

/**
 * What the word lists say about a joke for its moderator: whether it names Chuck Norris, what it has that no fact
 * needs, which tags fit, and whether it is for children. It decides nothing.
 */
export async function hintAbout(jokeText: string): Promise<Hint> {
  const offenseIn = await loadOffenses();
  const folded = foldText(jokeText);
  const isNamed = NAME.test(folded) || PRONOUN.test(folded);
  const isPrivate = PRIVATE.test(folded) && !DEATH_IN_PERSON.test(folded);
  const offense = offenseIn(jokeText);
  const harm = HARM.flatMap(([found, name]) => (found.test(folded) ? [name] : []));
  const spam = SPAM.flatMap(([found, name]) => (found.test(jokeText) ? [name] : []));
  const offensive = offense !== undefined || harm.length > 0;
  const reasons = [
    ...(isNamed ? [] : ['Doesn’t name Chuck Norris']),
    ...(isPrivate ? ['May be about his death, illness, faith, politics or family'] : []),
    ...(offense === undefined ? [] : [`Contains “${offense}”`]),
    ...harm.map((name) => `May ${name}`),
    ...(spam.length === 0 ? [] : [`Has ${spam.join(', ')}`]),
  ];
  return {
    on_topic: isNamed && !isPrivate,
    offensive,
    spam: spam.length > 0,
    reason: reasons.join('. '),
    tags: suggestTags(folded),
    safe: !offensive && seemsSafe(folded),
  };
}
