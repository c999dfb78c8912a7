import * as z from 'zod/mini';

/** A number of things. */
export const count = z.int().check(z.minimum(0));

/**
 * An integer in a query or path, as a number or as decimal digits.
 * @param description for the API's documentation
 */
export function integerText(minimum: number, maximum: number, description: string) {
  const number = z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/, 'Must be a whole number'))], {
        error: 'Must be a whole number',
      }),
      z.transform(Number),
    ),
    z.int().check(z.minimum(minimum), z.maximum(maximum)),
  );
  return number.check(z.meta({ type: 'integer', minimum, maximum, description }));
}

/** A field with a description for the API's documentation. */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
): Schema {
  return schema.check(z.meta({ description }));
}
