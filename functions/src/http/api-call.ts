import type { EndpointName, EndpointOutput, Endpoints, ParsedInput } from '../contract/index.ts';
import type { Identity } from '../identity.ts';
import type { ClientNetwork } from './client-network.ts';

/** One request, checked and parsed, as a handler sees it. */
export interface ApiCall<Name extends EndpointName> {
  input: ParsedInput<Name>;
  identity: Identity;
  network: ClientNetwork;
  /** The value of the session cookie, if the browser sent one and the endpoint uses it. */
  sessionCookie: string | undefined;
  /** Sets the session cookie, or clears it (`null`). */
  setSessionCookie(value: string | null): void;
}

/** A handler turns a parsed call into the endpoint's output, or throws an ApiError. */
export type Handler<Name extends EndpointName> = (
  call: ApiCall<Name>,
) => Promise<EndpointOutput<Name>>;

/** A handler for some of the endpoints; an area's routes. */
export type Handlers<Name extends EndpointName = keyof Endpoints> = {
  [N in Name]: Handler<N>;
};
