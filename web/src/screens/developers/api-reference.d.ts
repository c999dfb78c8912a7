// Generated from the OpenAPI document when the site is built (web/build/api-reference.ts).
declare module 'virtual:api-reference' {
  /** A name and what it means; both may have code between backticks. */
  export type Term = readonly [name: string, text: string];

  /** A GET call that any site may make. */
  export interface ReferenceCall {
    name: string;
    /** below /api/v1, parameters in braces */
    path: string;
    summary: string;
    description: string;
    parameters: readonly Term[];
    /** the path with an example of each parameter that it needs */
    example: string;
    /** an example of its response, as JSON; undefined if that is an image */
    response?: string;
  }

  /** The API as /developers shows it. */
  export interface ApiReference {
    groups: { name: string; calls: ReferenceCall[] }[];
    /** the fields of every joke */
    joke: readonly Term[];
    /** a random joke, as JSON */
    example: string;
    /** the calls of another site's API whose clients work with this one */
    compat: readonly Term[];
  }

  export const reference: ApiReference;
}
