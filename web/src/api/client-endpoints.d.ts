// Generated from the contract when the site is built (web/build/client-endpoints.ts).
declare module 'virtual:client-endpoints' {
  import type { ClientEndpoint, EndpointName, ResponseShape } from 'functions/contract';

  export const endpoints: Readonly<Record<EndpointName, ClientEndpoint>>;
  /** The shape of the body of every error response. */
  export const errorShape: ResponseShape;
}
