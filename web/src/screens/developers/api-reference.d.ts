// Generated from the OpenAPI document when the site is built (web/build/api-reference.ts).
declare module 'virtual:api-reference' {
  /** A field or parameter. `text` and `type` may have code between backticks. */
  export interface Field {
    name: string;
    type: string;
    text: string;
  }

  /** A GET call that any site may make. */
  export interface ReferenceCall {
    name: string;
    /** below /api/v1, parameters in braces */
    path: string;
    summary: string;
    description: string;
    parameters: Field[];
    /** the path with an example of each parameter that it needs */
    example: string;
    /** what a response is and how long it is cached, as far as it differs from other calls */
    response: string;
    /** the fields of a response, without those of every joke */
    fields: Field[];
  }

  /** What /developers knows of the API; the build writes it, from the OpenAPI document. */
  export interface ApiReference {
    groups: { name: string; calls: ReferenceCall[] }[];
    /** the fields of every joke */
    joke: Field[];
    /** a random joke, as JSON */
    example: string;
    /** the calls of another site's API whose clients work with this one */
    compat: { path: string; summary: string }[];
  }

  export const reference: ApiReference;
}
