import { useSession } from '../stores/session.ts';
import { json, storedValue } from '../stores/stored-value.ts';

type Texts = Readonly<Record<number, string>>;

const NONE: Texts = {};

const parse = (content: unknown): Texts =>
  Object.fromEntries(
    Object.entries<unknown>({ ...Object(content) }).flatMap(([id, text]) =>
      typeof text === 'string' ? [[id, text]] : [],
    ),
  );

/** Texts of jokes that were being edited when the screen was left, by Back or a reload, until they are saved or discarded. */
const texts = storedValue('unsavedTexts', json(parse), NONE, 'sessionStorage');

// They belong to the administrator.
useSession.subscribe(({ is }) => {
  if (is === 'signed-out') texts.save(NONE);
});

/** What was written about a joke and neither saved nor discarded; undefined if nothing was. */
export const unsavedText = (jokeId: number): string | undefined => texts.latest()[jokeId];

/** Keeps what is being written about a joke; undefined when it is saved or discarded. */
export function keepText(jokeId: number, text: string | undefined): void {
  const { [jokeId]: _, ...others } = texts.latest();
  texts.save(text === undefined ? others : { ...others, [jokeId]: text });
}
