import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { errorBody } from './error-body.ts';

/**
 * The shape of a response, the part of JSON Schema that a client checks: which fields there are and
 * their types. A later version of the API may send other values than this client knows (S21).
 */
const responseShape = z.object({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  get anyOf() {
    return z.optional(z.array(responseShape));
  },
  get items() {
    return z.optional(responseShape);
  },
  get properties() {
    return z.optional(z.record(z.string(), responseShape));
  },
  /** Unlike in JSON Schema, all properties by default, which is the usual case and the shortest. */
  required: z.optional(z.array(z.string())),
});
export type ResponseShape = z.infer<typeof responseShape>;

/** An endpoint as plain data for a client. */
export interface ClientEndpoint extends Pick<Endpoint, 'method' | 'path' | 'access'> {
  bodyType: Endpoint['bodyType'];
  cookie: Endpoint['cookie'];
  /** null if the response is a file */
  output: ResponseShape | null;
}

/** Leaves out the lists of required properties that name all. */
function shorten({ properties, items, anyOf, required = [], type }: ResponseShape): ResponseShape {
  const fields = Object.entries(properties ?? {});
  return {
    ...(type !== undefined && { type }),
    ...(anyOf && { anyOf: anyOf.map(shorten) }),
    ...(items && { items: shorten(items) }),
    ...(properties && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, shorten(field)])),
    }),
    ...(required.length < fields.length && { required }),
  };
}

function shapeOf(output: z.ZodMiniType): ResponseShape {
  return shorten(responseShape.parse(z.toJSONSchema(output)));
}

/** The table of endpoints as plain data, for clients without the schema library. */
export function clientEndpoints(): Record<string, ClientEndpoint> {
  const table: [string, Endpoint][] = Object.entries(endpoints);
  return Object.fromEntries(
    table.map(([name, { method, path, access, bodyType, cookie, output }]) => [
      name,
      { method, path, access, bodyType, cookie, output: output && shapeOf(output) },
    ]),
  );
}

/** The shape of every error's body. */
export function errorShape(): ResponseShape {
  return shapeOf(errorBody);
}
