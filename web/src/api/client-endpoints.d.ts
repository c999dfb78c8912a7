// Both are made from the contract when the site is built (web/build).

declare module 'virtual:client-endpoints' {
  import type { AnswerSchema, ClientEndpoint, EndpointName } from 'functions/contract';

  /** The calls that visitors make. */
  export const endpoints: Readonly<Partial<Record<EndpointName, ClientEndpoint>>>;
  /** The schema of every answer that is not a success. */
  export const errorSchema: AnswerSchema;
}

declare module 'virtual:admin-endpoints' {
  import type { ClientEndpoint, EndpointName } from 'functions/contract';

  /** All other calls. */
  export const endpoints: Readonly<Partial<Record<EndpointName, ClientEndpoint>>>;
}
