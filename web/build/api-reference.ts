import type { Plugin } from 'vite';
import { chucknorrisApi } from '../../functions/src/features/compat/chucknorris.routes.ts';
import { createOpenApiDocument } from '../../functions/src/http/openapi.ts';
import { fieldsIn, isJoke, meaning, typeText } from './schema-text.ts';
import type { ApiReference, Field, ReferenceCall } from 'virtual:api-reference';

type Operation = ReturnType<typeof createOpenApiDocument>['paths'][string][string];

const refuse = () => Promise.reject(new Error('The build has no jokes.'));
const noJokes = { find: refuse, list: refuse, random: refuse, search: refuse };

/** How long most responses are cached, which the page says once. */
const USUALLY_CACHED = 'by the CDN for 60 seconds; browsers revalidate every time';
/** Describes fields and parameters that scripts of other sites have no use for. */
const NOT_SHARED = /only for an administrator|signature|^Ignored/;

/** The response of a call that scripts of other sites may make; undefined for any other call. */
function sharedResponse(operation: Operation | undefined) {
  const response = operation?.responses['200'];
  const [entry] = Object.entries(response?.content ?? {});
  if (!response || !entry || !('Access-Control-Allow-Origin' in response.headers)) return undefined;
  const caching = response.headers['Cache-Control'];
  const [media, { schema, example }] = entry;
  const cached = caching && 'description' in caching ? caching.description : '';
  return { media, schema, example, cached };
}

type Parameter = Operation['parameters'][number];

const fieldOf = ({ name, description, required, schema }: Parameter): Field => ({
  name,
  type: typeText(schema),
  text: meaning(schema, required, description),
});

/** A call's path with the example of each parameter that it needs. */
function exampleOf(path: string, parameters: readonly Parameter[]): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, example } of parameters) {
    if (place === 'path') filled = filled.replace(`{${name}}`, String(example));
    else if (required) query.set(name, String(example));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** The calls that scripts of other sites may make, by group, and those in another site's format. */
function apiReference(): ApiReference {
  const { paths, tags } = createOpenApiDocument();
  const joke = sharedResponse(paths['/jokes/random']?.['get']);
  if (!joke) throw new Error('The API has no random joke.');
  const jokeFields = (joke.schema.anyOf ?? []).filter(isJoke).flatMap((schema) => fieldsIn(schema));
  const known = new Set(jokeFields.map(({ name }) => name));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation): (ReferenceCall & { group: string })[] => {
      const shared = sharedResponse(operation);
      if (!shared) return [];
      const { media, schema, cached } = shared;
      const {
        operationId: name,
        summary,
        description = '',
        tags: [group = ''],
      } = operation;
      const parameters = operation.parameters.filter(
        (each) => each.in !== 'header' && !NOT_SHARED.test(each.description ?? ''),
      );
      const isFile = media !== 'application/json';
      return [
        {
          group,
          name,
          path,
          summary,
          description,
          parameters: parameters.map(fieldOf),
          example: exampleOf(path, parameters),
          response: [
            isFile && `\`${media}\``,
            isJoke(schema) && 'A joke',
            !cached.startsWith(USUALLY_CACHED) && `Cached: ${cached}`,
          ]
            .filter((part) => part !== false)
            .map((part) => `${part}.`)
            .join(' '),
          fields: isFile ? [] : fieldsIn(schema, known),
        },
      ];
    }),
  );
  return {
    groups: tags
      .map(({ name }) => ({ name, calls: calls.filter(({ group }) => group === name) }))
      .filter((group) => group.calls.length > 0),
    joke: jokeFields.filter(({ text }) => !NOT_SHARED.test(text)),
    example: JSON.stringify(joke.example, null, 2),
    compat: chucknorrisApi(noJokes, '', Date.now).calls.map(({ path, summary }) => ({
      path,
      summary,
    })),
  };
}

const MODULE = 'virtual:api-reference';

/** Serves the reference of the API as plain data, so that the page needs no schema library. */
export const apiReferenceModule = (): Plugin => ({
  name: 'api-reference',
  resolveId: (asked) => (asked === MODULE ? `\0${MODULE}` : undefined),
  load: (asked) =>
    asked === `\0${MODULE}`
      ? `export const reference = ${JSON.stringify(apiReference())};`
      : undefined,
});
