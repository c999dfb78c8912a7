import * as z from 'zod/mini';
import type { TagFilter } from '../../catalog/tag-index.ts';
import { ApiError, jokeIdText, type Joke } from '../../contract/index.ts';
import { limits, TAGS, type Tag } from '../../domain/index.ts';
import type { CompatApi } from '../../http/bind-compat.ts';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { findJoke, parseQuery, searchJokes, type Jokes } from './find-joke.ts';
import { rename } from './rename.ts';

/**
 * What that API answers instead of a success. The status is 200, as it was there: clients read `type`, and
 * some take another status for a failed connection.
 */
class Exception extends ApiError {
  readonly type: `${string}Exception`;
  constructor(type: Exception['type'], message: string) {
    super('not_found', message);
    this.type = type;
  }
}

/** Up to 40 letters of any script with their marks, of which some are invisible. */
const NAME = /^(?!.*\p{Default_Ignorable_Code_Point})(?=.*\p{L})[\p{L}\p{M} '’-]{1,40}$/u;
const NAME_ERROR = 'A name has 1 to 40 letters, spaces, hyphens and apostrophes.';

/** A first or last name. Clients with a form send an empty one for none. */
const name = z.optional(
  z.string(NAME_ERROR).check(
    z.normalize('NFC'),
    z.trim(),
    z.refine((text) => text === '' || NAME.test(text), { error: NAME_ERROR }),
  ),
);

/** Some categories: as `[a,b]`, as `a,b`, or one in each of several parameters. */
const categories = z.pipe(
  z._default(z.union([z.string(), z.array(z.string())]), ''),
  z.transform((given) =>
    [given]
      .flat()
      .flatMap((text) => text.replaceAll(/[[\]\s]/g, '').split(','))
      .filter((category) => category !== ''),
  ),
);

const textQuery = z.object({
  firstName: name,
  lastName: name,
  escape: z.optional(z.string()),
});
const randomQuery = z.extend(textQuery, { limitTo: categories, exclude: categories });
const countParam = z.object({ n: jokeIdText });

/** What that API’s own categories are here. */
const NERDY: readonly Tag[] = ['computers', 'science'];
const CATEGORIES: readonly string[] = [...TAGS, 'explicit', 'nerdy'];

/** A joke’s categories: its tags, and those of that API. */
function categoriesOf({ tags, safe }: Joke): string[] {
  const isNerdy = tags.some((tag) => NERDY.includes(tag));
  return [...tags, ...(safe ? [] : ['explicit']), ...(isNerdy ? ['nerdy'] : [])];
}

/** The tags that some categories stand for. */
function tagsOf(given: readonly string[]): Tag[] {
  return TAGS.filter(
    (tag) => given.includes(tag) || (given.includes('nerdy') && NERDY.includes(tag)),
  );
}

/** Escapes what that API does for a page; it leaves single quotes. */
const escapeForPage = (text: string) => escapeMarkup(text).replaceAll('&#39;', "'");

/** Escapes what ends a string of JavaScript. */
const escapeForScript = (text: string) =>
  text.replace(/[\\'"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

/** The API of the Internet Chuck Norris Database, icndb.com, which has ended, with this site's facts. */
export function icndbRoutes(jokes: Jokes): CompatApi {
  const success = (value: unknown, text: string) => ({ json: { type: 'success', value }, text });

  function present(joke: Joke, { firstName, lastName, escape }: z.output<typeof textQuery>) {
    const names = { first: firstName || undefined, last: lastName || undefined };
    const text = rename(joke.joke_text, names);
    return {
      text,
      value: {
        id: joke.joke_id,
        joke: escape === 'javascript' ? escapeForScript(text) : escapeForPage(text),
        categories: categoriesOf(joke),
      },
    };
  }

  /** Draws jokes. Who excludes what is explicit gets only what is safe. */
  async function draw(amount: number, sent: unknown) {
    const query = parseQuery(randomQuery, sent);
    const { limitTo, exclude } = query;
    if (limitTo.some((category) => !CATEGORIES.includes(category))) {
      throw new Exception('NoSuchCategoryException', 'None of the quotes has this category.');
    }
    const unsafe = limitTo.includes('explicit') ? (['unsafe'] as const) : [];
    const among: TagFilter = {
      ...(limitTo.length > 0 && { any: [...tagsOf(limitTo), ...unsafe] }),
      none: tagsOf(exclude),
      ...(exclude.includes('explicit') && { safe: true }),
    };
    const isAny = limitTo.length === 0 && exclude.length === 0;
    const drawn = await jokes.randomMany(amount, isAny ? {} : { among });
    return drawn.map((joke) => present(joke, query));
  }

  return {
    name: 'Internet Chuck Norris Database',
    base: '/icndb',
    calls: [
      {
        path: '/jokes/random',
        summary: `A random fact, with \`firstName\` and \`lastName\` instead of his in every form; \`escape=javascript\` escapes quotes for a script, otherwise the text is HTML. \`limitTo\` and \`exclude\` are lists of categories such as \`[nerdy,food]\``,
        async answer({ query }) {
          const [drawn] = await draw(1, query);
          return success(drawn?.value, drawn?.text ?? '');
        },
      },
      {
        path: '/jokes/random/{n}',
        summary: `As many, up to ${limits.randomMaxAmount}`,
        async answer({ params, query }) {
          const count = countParam.safeParse(params);
          if (!count.success)
            throw new Exception('NoSuchQuoteException', 'No such number of quotes.');
          const drawn = await draw(Math.min(count.data.n, limits.randomMaxAmount), query);
          return success(
            drawn.map(({ value }) => value),
            drawn.map(({ text }) => text.replaceAll('\n', ' ')).join('\n'),
          );
        },
      },
      {
        path: '/jokes/count',
        summary: 'How many facts there are',
        cache: { seconds: 60 },
        async answer({ query: _ignored, ...searcher }) {
          const { total } = await searchJokes(jokes, '', 1, 1, searcher);
          return success(total, String(total));
        },
      },
      {
        path: '/jokes/{id}',
        summary: 'A fact, with another name in it, too',
        cache: { seconds: 60 },
        async answer({ params, query: sent }) {
          const query = parseQuery(textQuery, sent);
          const joke = await findJoke(
            jokes,
            params,
            (id) => new Exception('NoSuchQuoteException', `No quote with id=${escapeForPage(id)}.`),
          );
          const { value, text } = present(joke, query);
          return success(value, text);
        },
      },
      {
        path: '/categories',
        summary: 'The categories: this site’s tags; `explicit`, what is not safe; and `nerdy`',
        cache: { seconds: 60 },
        answer: () => Promise.resolve(success(CATEGORIES, CATEGORIES.join('\n'))),
      },
    ],
    failure: (error) => ({
      type: error instanceof Exception ? error.type : 'error',
      value: error.message,
    }),
    statusOf: (error) => (error instanceof Exception ? 200 : undefined),
  };
}
