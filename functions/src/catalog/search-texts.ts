import { inSlices } from '../platform/slices.ts';
import { foldText, searchForm } from '../domain/index.ts';
import { byContent } from './catalog.ts';
import type { Joke } from './joke.ts';

/**
 * A word that is the hero's name, or part of it: Chuck, Chuk, Norris, Noris, ChuckNorris. Nearly every
 * fact has it, so it says nothing about a fact.
 */
export const NAME = /^(?:ch?u+[ck]+y?)?(?:n+or+i[sz]+(?:es)?)?$/;

/** Words of English that say nothing about what a text is about, numbers among them, in the form of `foldText`. */
const FUNCTION_WORDS = new Set(
  `a about above after again against ago ahead all along already also always among an and another any anybody anyone
  anything anywhere are arent around as ask asked asks at away back be became because become been before behind
  being below beside between both bring bringing brings brought but by came can cant come comes coming could couldnt
  dear did didnt do does doesnt doing done dont down during each eight either eleven else enough even ever every
  everybody everyone everything everywhere few fifteen fifty find finds first five for forty found four fourteen
  from gave get gets getting give given gives go goes going gone got had half has hasnt have havent having he hed
  held hell her here hers hes him himself his hold holding holds how however hundred i id if ill im in inside
  instead into is isnt it its itself ive just keep keeps kept knew know knowing known knows last least leave leaves
  leaving left less let like look looked looking looks lot lots made make makes many may maybe me mean means meant
  might million more most mr mrs ms much must my myself near need needed needs neither never next nine no nobody
  none nope nor not nothing now nowhere of off often ok okay on once one only onto or other others our out outside
  over own past perhaps please put quite rather really said same saw say says second see seem seemed seems seen
  seven several she shell should since sir six sixteen sixty so some somebody someone something somewhere start
  started starts stay stayed still such take takes tell tells ten than that thats the their them themselves then
  there theres these they theyll theyre theyve thing things think thinks third thirteen thirty this those though
  thought thousand three through till to today together told too took toward tried tries try trying turn turned
  turns twelve twenty twice two under until up upon us use used uses very want wanted wants was wasnt way we well
  went were werent weve what whatever when where which while who whole whom whos whose why will with within without
  wont would wouldnt yes yet you youd youll your youre yours youve`.split(/\s+/),
);

/** Whether a word, by `wordsOf`, tells what a text is about: not a number, letter, function word or the hero's name. */
export function isTelling(word: string): boolean {
  return word.length > 1 && !/^\d+$/.test(word) && !FUNCTION_WORDS.has(word) && !NAME.test(word);
}

/** Makes something of a joke's text once, and again when the text has changed. */
export function byText<Value>(make: (text: string) => Value): (joke: Joke) => Value {
  const made = new Map<number, { text: string; value: Value }>();
  return ({ joke_id, joke_text: text }) => {
    const known = made.get(joke_id);
    if (known?.text === text) return known.value;
    const value = make(text);
    made.set(joke_id, { text, value });
    return value;
  };
}

/**
 * The weight of a word: rare words say more about a text than frequent ones.
 * @param texts how many of `all` texts have it
 */
export function rarity(texts: number, all: number): number {
  return Math.log(1 + all / Math.max(texts, 1));
}

/** The words of a text that a hyphen joins, written as one: "Wi-Fi" is also looked for as "wifi". */
const joinedWords = (text: string) =>
  (foldText(text).match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? [])
    .map((word) => ` ${word.replaceAll('-', '')}`)
    .join('');

/** The words of a `searchForm`, each once. */
const wordsIn = (form: string) => [...new Set(form.trim().split(' '))];

/** How many texts have each word. */
export type Vocabulary = ReadonlyMap<string, number>;

export type SearchTexts = ReturnType<typeof createSearchTexts>;

/** The texts of jokes as they are searched, and the words of the approved ones. */
export function createSearchTexts() {
  const formOf = byText((text) => `${searchForm(text)}${joinedWords(text)} `);
  return {
    /** A joke's text by `foldText`. */
    foldedOf: byText(foldText),
    /** A joke's text by `searchForm`, with its joined words at the end and a space after the last word. */
    formOf,
    vocabulary: byContent(async (catalog): Promise<Vocabulary> => {
      const vocabulary = new Map<string, number>();
      for await (const jokes of inSlices(catalog.approvedByDate())) {
        for (const word of jokes.flatMap((joke) => wordsIn(formOf(joke)))) {
          vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
        }
      }
      return vocabulary;
    }),
  };
}
