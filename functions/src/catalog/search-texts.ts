import { createSlices } from '../platform/slices.ts';
import { foldText, needleOf, searchForm } from '../domain/index.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogJoke } from './joke-document.ts';
import type { Word } from './spelling.ts';

/** Jokes between two turns of other requests. */
const JOKES_PER_STEP = 20;

/** Makes something of a joke's text once, and again when the text has changed. */
export function byText<Value>(make: (text: string) => Value): (joke: CatalogJoke) => Value {
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

export type SearchTexts = ReturnType<typeof createSearchTexts>;

/** The texts of jokes as they are searched, and the words of the approved ones. */
export function createSearchTexts() {
  const formOf = byText(searchForm);
  const vocabulary = new Map<string, Word>();
  /** the approved jokes whose words are counted */
  let counted = new Map<number, string>();
  let current: number | undefined;
  let updating: Promise<void> | undefined;

  function count(form: string, change: 1 | -1): void {
    for (const text of new Set(form.trimStart().split(' '))) {
      const word = vocabulary.get(text) ?? { text, texts: 0 };
      word.texts += change;
      if (word.texts === 0) vocabulary.delete(text);
      else vocabulary.set(text, word);
    }
  }

  async function update(catalog: Catalog): Promise<void> {
    const version = catalog.contentVersion();
    const pause = createSlices();
    const left = counted;
    const next = new Map<number, string>();
    for (const [at, joke] of catalog.list(['approved'], 'date_asc').jokes.entries()) {
      if (at % JOKES_PER_STEP === 0) await pause();
      const form = formOf(joke);
      next.set(joke.joke_id, form);
      const before = left.get(joke.joke_id);
      left.delete(joke.joke_id);
      if (before === form) continue;
      count(form, 1);
      if (before !== undefined) count(before, -1);
    }
    for (const form of left.values()) count(form, -1);
    counted = next;
    current = version;
  }

  return {
    /** A joke's text by `foldText`. */
    foldedOf: byText(foldText),
    /** A joke's text by `searchForm`. */
    formOf,
    /** The words of all approved texts. */
    async vocabulary(catalog: Catalog): Promise<ReadonlyMap<string, Word>> {
      while (current !== catalog.contentVersion()) {
        updating ??= update(catalog).finally(() => (updating = undefined));
        await updating;
      }
      return vocabulary;
    },
  };
}

/** In how many texts a word of a query matches, about: one with two matching words counts twice. */
export function countTexts(vocabulary: ReadonlyMap<string, Word>, word: string): number {
  const anywhere = needleOf(word) === word;
  let count = 0;
  for (const { text, texts } of vocabulary.values()) {
    if (anywhere ? text.includes(word) : text.startsWith(word)) count += texts;
  }
  return count;
}
