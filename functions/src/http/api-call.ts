import type { EndpointName, EndpointOutput, Endpoints, ParsedInput } from '../contract/index.ts';
import type { Identity } from '../platform/identity.ts';
import type { Networks } from '../platform/quota.ts';

/** One request, authorized and parsed, as its handler receives it. */
export interface ApiCall<Name extends EndpointName> {
  input: ParsedInput<Name>;
  identity: Identity;
  network: Networks;
  /** Aborts when nobody waits for the response anymore. */
  signal: AbortSignal;
  /** The value of the session cookie, if the browser sent one and the endpoint uses it. */
  sessionCookie: string | undefined;
  /** Sets the session cookie on the paths that use it. */
  setSessionCookie(value: string): void;
  /** Clears the session cookie on the paths that use it. */
  clearSessionCookie(): void;
}

/** Returns the endpoint's output for a call, or throws an ApiError. */
export type Handler<Name extends EndpointName> = (
  call: ApiCall<Name>,
) => Promise<EndpointOutput<Name>>;

/** The handlers of some endpoints, such as one feature's routes. */
export type Handlers<Name extends EndpointName = keyof Endpoints> = {
  [N in Name]: Handler<N>;
};
