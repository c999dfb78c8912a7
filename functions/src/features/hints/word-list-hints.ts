import { foldText } from '../../domain/index.ts';
import { onFirstUse } from '../../platform/concurrency/on-first-use.ts';
import type { Hinter } from './hinter.ts';

const ENGLISH = 'en';

/**
 * His name as people spell it, on folded text: Chuk, Noris, N0RR15, N*rris, Chucknorris; and the role that
 * he is known by.
 */
const NAME = /\bchuc?k\b|n[o0*]r{1,2}[i1!*][s5$]|\bwalker,? texas/u;
/** Many facts leave his name out: on this site, “he” is him. */
const PRONOUN = /^\P{L}*(?:when(?:ever)? |once,? )?(?:he|his|him)\b/u;

/** On folded text: the man’s own death, illness, faith, politics or family. The facts are about the legend. */
const PRIVATE =
  /\b(?:norris|chuck|he) (?:is dead|died|has died|passed away)\b|\b(?:funeral|rest in peace|cancer patient|stroke victim|hospitalized|republicans?|democrats?|his widow|his late wife)\b/u;

/** What the library mistakes for an obscenity. */
const HARMLESS = ['cockpit', 'shiitake', 'moby dick', 'dick van dyke'];

/** The libraries: obscenity's list of words, and eld's smallest set of languages; and the words of each tag. */
async function loadLibraries() {
  const [obscenity, { eld }, { suggestTags, seemsSafe }] = await Promise.all([
    import('obscenity'),
    import('eld/extrasmall'),
    import('./tag-words.ts'),
  ]);
  const { englishDataset, englishRecommendedTransformers, RegExpMatcher } = obscenity;
  const { whitelistedTerms = [], ...words } = englishDataset.build();
  const matcher = new RegExpMatcher({
    ...words,
    whitelistedTerms: [...whitelistedTerms, ...HARMLESS],
    ...englishRecommendedTransformers,
  });
  const languages = new Intl.DisplayNames(ENGLISH, { type: 'language' });

  return {
    suggestTags,
    seemsSafe,
    /** The first word of the list that the text contains; undefined if it contains no such word. */
    offenseIn: (text: string): string | undefined => {
      const [match] = matcher.getAllMatches(text, true);
      if (!match) return undefined;
      return englishDataset.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? '';
    },
    /** Whether the text is English, and if not, what it looks like. */
    languageOf: (text: string): { english: boolean; looks: string } => {
      const detected = eld.detect(text);
      const name = detected.isReliable() ? languages.of(detected.language) : undefined;
      return {
        english: detected.language === ENGLISH,
        looks: name === undefined ? 'The language is unclear' : `Looks like ${name}`,
      };
    },
  };
}

/**
 * Hints without any service: whether the text names Chuck Norris, contains a word from a list, and looks
 * like English. The libraries take about 250 ms of CPU and 35 MB, so they are loaded with the first hint.
 */
export function createWordListHinter(): Hinter {
  const libraries = onFirstUse(loadLibraries);
  return {
    name: 'word list',
    async hint(jokeText) {
      const { offenseIn, languageOf, suggestTags, seemsSafe } = await libraries();
      const folded = foldText(jokeText);
      const isNamed = NAME.test(folded) || PRONOUN.test(folded);
      const isPrivate = PRIVATE.test(folded);
      const offense = offenseIn(jokeText);
      const { english, looks } = languageOf(jokeText);
      const reasons = [
        ...(isNamed ? [] : ['Doesn’t name Chuck Norris']),
        ...(isPrivate ? ['May be about his death, illness, faith, politics or family'] : []),
        ...(offense === undefined ? [] : [`Contains “${offense}”`]),
        ...(english ? [] : [looks]),
      ];
      return {
        on_topic: isNamed && !isPrivate,
        offensive: offense !== undefined,
        english,
        reason: reasons.join('. '),
        tags: suggestTags(folded),
        safe: offense === undefined && seemsSafe(folded),
      };
    },
  };
}
