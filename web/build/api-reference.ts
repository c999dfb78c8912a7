import type { Plugin } from 'vite';
import * as z from 'zod';
import { chucknorrisCalls } from '../../functions/src/compat/chucknorris.routes.ts';
import { endpoints, type Endpoint } from '../../functions/src/contract/index.ts';
import { createOpenApiDocument, fieldsOf } from '../../functions/src/http/openapi.ts';
import { exampleOf } from './example-of.ts';
import type { ApiReference, ReferenceCall, Term } from 'virtual:api-reference';

type Operation = ReturnType<typeof createOpenApiDocument>['paths'][string][string];
type Parameter = Operation['parameters'][number];

/** Submitting takes a form of this site. */
const NOT_SHARED_GROUP = 'Submitting';

const termsOf = (all: readonly Term[]): Term[] => all.map(([name, text]) => [`\`${name}\``, text]);

/** Whether scripts of other sites have a use for a field of a schema. */
function isShared(schema: z.ZodType | undefined, name: string): boolean {
  const field: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  return !(field instanceof z.ZodType && field.meta()?.['internal'] === true);
}

/** What a parameter means, with the values that it may have. */
function meaningOf({ description, schema }: Parameter): string {
  const values = schema.enum?.map((value) => `\`${String(value)}\``).join(', ');
  return values === undefined ? description : `${description}: ${values}`;
}

function examplePath(path: string, parameters: readonly Parameter[]): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, schema } of parameters) {
    if (place === 'path') filled = filled.replace(`{${name}}`, String(exampleOf(schema)));
    else if (required) query.set(name, String(exampleOf(schema)));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function referenceCall(path: string, operation: Operation): ReferenceCall {
  const { operationId: name, summary, description = '' } = operation;
  const { query }: Endpoint = endpoints[name];
  const parameters = operation.parameters.filter((each) => each.in !== 'header');
  const shared = parameters.filter((each) => each.in === 'path' || isShared(query, each.name));
  const response = operation.responses['200']?.content['application/json'];
  return {
    name,
    path,
    summary,
    description,
    parameters: termsOf(shared.map((each) => [each.name, meaningOf(each)])),
    example: examplePath(path, parameters),
    ...(response && { response: JSON.stringify(exampleOf(response.schema), null, 2) }),
  };
}

/** The calls that scripts of other sites may make, by group, and those in another site's format. */
export function apiReference(): ApiReference {
  const { paths, tags } = createOpenApiDocument();
  const random = paths['/jokes/random']?.['get']?.responses['200']?.content['application/json'];
  if (!random) throw new Error('The OpenAPI document lacks the call for a random joke.');
  const shared = Object.entries(paths).flatMap(([path, { get }]) =>
    get && !get.tags.includes(NOT_SHARED_GROUP) ? { path, operation: get } : [],
  );
  return {
    groups: tags
      .map(({ name }) => ({
        name,
        calls: shared
          .filter(({ operation }) => operation.tags.includes(name))
          .map(({ path, operation }) => referenceCall(path, operation)),
      }))
      .filter((group) => group.calls.length > 0),
    joke: termsOf(
      fieldsOf(random.schema)
        .filter(([name]) => isShared(endpoints.getRandomJoke.output, name))
        .map(([name, { description = '' }]) => [name, description]),
    ),
    example: JSON.stringify(exampleOf(random.schema), null, 2),
    compat: termsOf(Object.entries(chucknorrisCalls)),
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
