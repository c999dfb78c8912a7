import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from 'vite';
import { chucknorrisApi } from '../../functions/src/features/compat/chucknorris.routes.ts';
import { createOpenApiDocument } from '../../functions/src/http/openapi.ts';
import { fieldsIn, isJoke, meaning, typeText } from './schema-text.ts';
import type { ApiReference, Field, ReferenceCall } from 'virtual:api-reference';

type Operation = ReturnType<typeof createOpenApiDocument>['paths'][string][string];

const refuse = () => Promise.reject(new Error('The build has no jokes.'));
const noJokes = { find: refuse, list: refuse, random: refuse, search: refuse };

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** How long most responses are cached, which the page says once. */
const USUALLY_CACHED = 'by the CDN for 60 seconds; browsers revalidate every time';
/** Describes fields and parameters that scripts of other sites have no use for. */
const NOT_SHARED = /only for an administrator|signature|^Ignored/;

const isPart = (fields: readonly Field[], of: readonly Field[]): boolean =>
  fields.every((field) => of.some((each) => isDeepStrictEqual(each, field)));

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

function parameterOf(
  parameter: Operation['parameters'][number],
): ReferenceCall['parameters'][number] {
  const { name, in: place, required, description, example, schema } = parameter;
  const { enum: options, default: value } = schema;
  return {
    name,
    type: typeText(schema),
    text: meaning(schema, required, description),
    place: place === 'path' ? 'path' : 'query',
    required,
    isNumber: schema.type === 'integer',
    value: place === 'path' || required ? textOf(example) : '',
    ...(options && { options: options.map(String) }),
    ...(options && value !== undefined && { value: String(value) }),
  };
}

/** The calls that scripts of other sites may make, by group, and those in another site's format. */
function apiReference(): ApiReference {
  const { paths, tags } = createOpenApiDocument();
  const joke = sharedResponse(paths['/jokes/random']?.['get']);
  if (!joke) throw new Error('The API has no random joke.');
  const jokeFields = (joke.schema.anyOf ?? []).filter(isJoke).flatMap((schema) => fieldsIn(schema));
  const known = new Set(jokeFields.map(({ name }) => name));
  const shown = new Map<string, Field[]>();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation): (ReferenceCall & { group: string })[] => {
      const shared = sharedResponse(operation);
      if (!shared) return [];
      const { media, schema, cached } = shared;
      const { operationId: name, summary, description = '', parameters } = operation;
      const isFile = media !== 'application/json';
      const all = isFile ? [] : fieldsIn(schema, known);
      // At least two, so that no call is like one whose only field has a common name.
      const [like, inherited = []] =
        [...shown].find(([, fields]) => fields.length > 1 && isPart(fields, all)) ?? [];
      shown.set(path, all);
      return [
        {
          group: operation.tags[0] ?? '',
          name,
          path,
          summary,
          description,
          parameters: parameters
            .filter((each) => each.in !== 'header' && !NOT_SHARED.test(each.description ?? ''))
            .map(parameterOf),
          response: [
            isFile && `\`${media}\``,
            isJoke(schema) && 'A joke',
            like !== undefined && `As \`GET ${like}\``,
            !cached.startsWith(USUALLY_CACHED) && `Cached: ${cached}`,
          ]
            .filter((part) => part !== false)
            .map((part) => `${part}.`)
            .join(' '),
          fields: all.filter((field) => !isPart([field], inherited)),
        },
      ];
    }),
  );
  return {
    groups: tags
      .map(({ name }) => ({ name, calls: calls.filter(({ group }) => group === name) }))
      .filter((group) => group.calls.length > 0),
    joke: jokeFields.filter(({ text }) => !NOT_SHARED.test(text)),
    example: JSON.stringify(joke.example),
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
