import type { Hint } from '../contract/index.ts';
import { foldText } from '../domain/index.ts';
import { onFirstUse } from '../platform/on-first-use.ts';

/**
 * His name as people spell it, on folded text: Chuk, Noris, N0RR15, N*rris, Chucknorris; and the role that
 * he is known by.
 */
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

/** What the library mistakes for an obscenity. */
const HARMLESS = [
  'cockpit',
  'cummerbund',
  'dick van dyke',
  'moby dick',
  'penistone',
  'pussycat',
  'shiitake',
];

/** The library with its list of words, and the words of each tag. They are loaded with the first hint. */
const loadWords = onFirstUse(async () => {
  const [obscenity, { suggestTags, seemsSafe }] = await Promise.all([
    import('obscenity'),
    import('./tag-words.ts'),
  ]);
  const { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } =
    obscenity;
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
    whitelistedTerms: [...whitelistedTerms, ...HARMLESS],
    ...englishRecommendedTransformers,
  });

  return {
    suggestTags,
    seemsSafe,
    /** The first word of the list that the text contains; undefined if it contains no such word. */
    offenseIn: (text: string): string | undefined => {
      const [match] = matcher.getAllMatches(text, true);
      if (!match) return undefined;
      return offenses.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? '';
    },
  };
});

/**
 * What a word list says about a joke for its moderator: whether the text names Chuck Norris, and contains a word
 * from a list, hate, violence at home, a link, contact data, shouting or another script; which tags fit, and whether it is for children. It decides nothing.
 */
export async function hintAbout(jokeText: string): Promise<Hint> {
  const { offenseIn, suggestTags, seemsSafe } = await loadWords();
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
