import type { Cost } from '../billing/billing.ts';
import type { Database } from '../database.ts';
import type { IndexDefinitions } from '../indexes/index-definitions.ts';
import type { RpcError } from '../status.ts';
import type { Message } from '../wire/message.ts';

/** What an RPC answers: its response messages (one unless it streams) and its price. */
export interface Answer {
  readonly messages: readonly Message[];
  readonly cost: Cost;
  /** The error of a call that is billed although it fails. */
  readonly failure?: RpcError;
}

/** A request that has been parsed. */
interface Call {
  /** Describes the request, for the call records. */
  readonly detail: string;
  /** @param signal fires when the caller disconnects */
  readonly run: (signal: AbortSignal) => Promise<Answer>;
}

/** What RPCs work with. */
export interface Service {
  readonly database: Database;
  readonly indexes: IndexDefinitions;
}

/** Parses a request; throws RpcError when it is malformed. */
export type Rpc = (service: Service, request: Message) => Call;

const MAX_NAMED = 5;

/** @returns the first few texts and the number of the others */
export function summary(texts: readonly string[]): string {
  const named = texts.slice(0, MAX_NAMED).join(', ');
  return texts.length > MAX_NAMED ? `${named} and ${texts.length - MAX_NAMED} more` : named;
}
