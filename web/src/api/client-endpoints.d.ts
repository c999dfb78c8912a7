declare module 'virtual:client-endpoints' {
  import type { AnswerSchema, ClientEndpoint, EndpointName } from 'functions/contract';

  /** Every call of the API; made from the contract when the site is built (web/build). */
  export const endpoints: Readonly<Record<EndpointName, ClientEndpoint>>;
  /** The schema of every answer that is not a success. */
  export const errorSchema: AnswerSchema;
}
