// Both modules are generated from the contract when the site is built (web/build).

declare module 'virtual:client-endpoints' {
  import type { ResponseSchema, ClientEndpoint, EndpointName } from 'functions/contract';

  /** The endpoints that visitors call. */
  export const endpoints: Readonly<Partial<Record<EndpointName, ClientEndpoint>>>;
  /** The schema of every error response. */
  export const errorSchema: ResponseSchema;
}

declare module 'virtual:admin-endpoints' {
  import type { ClientEndpoint, EndpointName } from 'functions/contract';

  /** All other endpoints. */
  export const endpoints: Readonly<Partial<Record<EndpointName, ClientEndpoint>>>;
}
