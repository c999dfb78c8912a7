import type { Plugin } from 'vite';
import { chucknorrisRoutes } from '../../functions/src/features/compat/chucknorris.routes.ts';
import { icanhazdadjokeRoutes } from '../../functions/src/features/compat/icanhazdadjoke.routes.ts';
import { COMPAT_BASE_PATH } from '../../functions/src/contract/product.ts';
import { createOpenApiDocument } from '../../functions/src/http/openapi.ts';
import { dataModule } from './client-endpoints.ts';
import { fieldsIn, meaning, typeText } from './schema-text.ts';
import type { ApiReference, ReferenceCall } from 'virtual:api-reference';

type Operation = ReturnType<typeof createOpenApiDocument>['paths'][string][string];

const refuse = () => Promise.reject(new Error('The build has no jokes.'));
const noJokes = { find: refuse, list: refuse, random: refuse, search: refuse };

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The response of a call that scripts of other sites may make; undefined for any other call. */
function sharedResponse({ responses }: Operation) {
  const response = responses['200'];
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

/** The calls that scripts of other sites may make, by group, and the calls in other sites' formats. */
function apiReference(): ApiReference {
  const { paths, tags } = createOpenApiDocument();
  const names = new Map<string, string>();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation): (ReferenceCall & { group: string })[] => {
      const response = sharedResponse(operation);
      if (!response) return [];
      const {
        operationId: name,
        summary,
        description = '',
        tags,
        parameters,
        responses,
      } = operation;
      const shape = JSON.stringify(response.schema);
      const like = names.get(shape);
      const isFile = response.media !== 'application/json';
      if (like === undefined) names.set(shape, path);
      return [
        {
          group: tags[0] ?? '',
          name,
          path,
          summary,
          description,
          cached: response.cached,
          parameters: parameters.filter((each) => each.in !== 'header').map(parameterOf),
          media: response.media,
          ...(like !== undefined && !isFile
            ? { like }
            : { fields: isFile ? [] : fieldsIn(response.schema) }),
          errors: Object.entries(responses)
            .filter(([status]) => !status.startsWith('2') && status !== '401')
            .map(([status, { description }]) => [status, description]),
        },
      ];
    }),
  );
  return {
    groups: tags
      .map(({ name }) => ({ name, calls: calls.filter(({ group }) => group === name) }))
      .filter((group) => group.calls.length > 0),
    compat: [icanhazdadjokeRoutes(noJokes, ''), chucknorrisRoutes(noJokes, '', Date.now)].map(
      ({ name, base, calls }) => ({
        name,
        base: COMPAT_BASE_PATH + base,
        calls: calls.map(({ path, summary }) => ({ path, summary })),
      }),
    ),
  };
}

/** Serves the reference of the API as plain data, so that the page needs no schema library. */
export const apiReferenceModule = (): Plugin =>
  dataModule('api-reference', () => ({ reference: apiReference() }));
