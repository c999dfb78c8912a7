// Generated from the OpenAPI document when the site is built (web/build/api-reference.ts).
declare module 'virtual:api-reference' {
  /** A field or parameter. `text` and `type` may have code between backticks. */
  export interface Field {
    name: string;
    type: string;
    text: string;
  }

  export interface ReferenceParameter extends Field {
    place: 'path' | 'query';
    required: boolean;
    isNumber: boolean;
    /** the values to choose from, if they are few */
    options?: string[];
    /** what to try first; may be empty */
    value: string;
  }

  /** A GET call that any site may make. */
  export interface ReferenceCall {
    name: string;
    /** below /api/v1, parameters in braces */
    path: string;
    summary: string;
    description: string;
    parameters: ReferenceParameter[];
    /** what a response is and how long it is cached, as far as it differs from other calls */
    response: string;
    /** the fields of a response, without those of every joke or of a call that `response` names */
    fields: Field[];
  }

  /** What /developers knows of the API; the build writes it, from the OpenAPI document. */
  export interface ApiReference {
    groups: { name: string; calls: ReferenceCall[] }[];
    /** the fields of every joke */
    joke: Field[];
    /** a random joke, as JSON */
    example: string;
    /** the APIs of other sites whose clients work with this one */
    compat: { path: string; summary: string }[];
  }

  export const reference: ApiReference;
}
