import * as z from 'zod/mini';
import { API_BASE_PATH, PRODUCT_NAME, type Joke } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import { integerText } from '../../contract/fields.ts';
import type { CompatApi } from '../../http/bind-compat.ts';
import { findJoke, parseQuery, searchJokes, type Jokes } from './find-joke.ts';

const DEFAULT_LIMIT = 20;
const MAXIMUM_LIMIT = 30;

const searchQuery = z.object({
  term: z._default(z.string().check(z.maxLength(limits.searchMaxLength)), ''),
  page: z._default(integerText(1, limits.maxPage, 'The page, from 1'), 1),
  limit: z._default(integerText(1, 999_999_999, 'Jokes on a page'), DEFAULT_LIMIT),
});

const asResult = ({ joke_id, joke_text }: Joke) => ({ id: String(joke_id), joke: joke_text });
const noSuchJoke = (id: string) => `Joke with id "${id}" not found`;

/** A text without Slack's markup (https://docs.slack.dev/messaging/formatting-message-text/#escaping). */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The API of icanhazdadjoke.com (https://icanhazdadjoke.com/api), with facts.
 * @param origin the site's origin, such as `https://facts.example`
 */
export function icanhazdadjokeRoutes(jokes: Jokes, origin: string): CompatApi {
  const one = (joke: Joke) => ({ json: { ...asResult(joke), status: 200 }, text: joke.joke_text });
  return {
    name: 'icanhazdadjoke.com',
    base: '/icanhazdadjoke',
    calls: [
      {
        path: '/',
        summary: 'A random fact',
        answer: async () => one(await jokes.random()),
      },
      {
        path: '/j/{id}.png',
        summary: 'A fact’s card: redirects to the image',
        cache: { seconds: 60 },
        async answer({ params }) {
          const { joke_id } = await findJoke(jokes, params, noSuchJoke);
          return { redirect: `${API_BASE_PATH}/cards/${joke_id}.png` };
        },
      },
      {
        path: '/j/{id}',
        summary: 'A fact',
        cache: { seconds: 60 },
        answer: async ({ params }) => one(await findJoke(jokes, params, noSuchJoke)),
      },
      {
        path: '/search',
        summary: `Facts with the words of \`term\`, ${DEFAULT_LIMIT} to a \`page\`, or as many as \`limit\` says, up to ${MAXIMUM_LIMIT}`,
        cache: { seconds: 60 },
        async answer({ query, ...searcher }) {
          const { term, page, limit: asked } = parseQuery(searchQuery, query);
          const limit = Math.min(asked, MAXIMUM_LIMIT);
          const {
            jokes: found,
            total,
            pages,
          } = await searchJokes(jokes, term, page, limit, searcher);
          const last = Math.max(pages, 1);
          return {
            json: {
              current_page: page,
              limit,
              next_page: Math.min(page + 1, last),
              previous_page: Math.max(Math.min(page - 1, last), 1),
              results: found.map(asResult),
              search_term: term,
              status: 200,
              total_jokes: total,
              total_pages: pages,
            },
            text: found.map(({ joke_text }) => joke_text.replaceAll('\n', ' ')).join('\n'),
          };
        },
      },
      {
        path: '/slack',
        summary: 'A random fact as a message for Slack',
        async answer() {
          const { joke_id, joke_text } = await jokes.random();
          const text = slackText(joke_text);
          const footer = `<${origin}/fact/${joke_id}|permalink> - <${origin}|${PRODUCT_NAME}>`;
          return {
            json: {
              attachments: [{ fallback: text, footer, text }],
              response_type: 'in_channel',
              username: PRODUCT_NAME,
            },
            text: joke_text,
          };
        },
      },
    ],
    failure: ({ message }, status) => ({ message, status }),
  };
}
