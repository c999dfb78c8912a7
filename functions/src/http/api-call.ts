import type {
  EndpointName,
  EndpointOutput,
  Endpoints,
  ParsedInput,
  QuotaState,
} from '../contract/index.ts';
import type { Identity } from '../identity.ts';
import type { ClientNetwork } from './client-network.ts';

/** One request, authorized and parsed, as its handler receives it. */
export interface ApiCall<Name extends EndpointName> {
  input: ParsedInput<Name>;
  identity: Identity;
  network: ClientNetwork;
  /** Aborts when nobody waits for the response anymore. */
  signal: AbortSignal;
  /** The value of the session cookie, if the browser sent one and the endpoint uses it. */
  sessionCookie: string | undefined;
  /** Sets the session cookie on the paths that use it. */
  setSessionCookie(value: string): void;
  /** Clears the session cookie on the paths that use it. */
  clearSessionCookie(): void;
  /** States in the headers what is left of the quotas that this call counted for; it is not cached then. */
  setRateLimit: (quotas: readonly QuotaState[]) => void;
}

/** Returns the endpoint's output for a call, or throws an ApiError. */
export type Handler<Name extends EndpointName> = (
  call: ApiCall<Name>,
) => Promise<EndpointOutput<Name>>;

/** The handlers of some endpoints, such as one feature's routes. */
export type Handlers<Name extends EndpointName = keyof Endpoints> = {
  [N in Name]: Handler<N>;
};
