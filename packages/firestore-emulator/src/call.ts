import type { Cost } from './billing.ts';
import type { Database } from './database.ts';
import type { IndexDefinitions } from './index-definitions.ts';
import type { RpcError } from './status.ts';
import type { Message } from './wire.ts';

/** What an RPC answers: its response messages (one unless it streams) and its price. */
export interface Answer {
  readonly messages: readonly Message[];
  readonly cost: Cost;
  /** The error to answer in place of messages by a call that costs something all the same. */
  readonly failure?: RpcError;
}

/** A request that has been parsed. */
export interface Call {
  /** What is asked for, in words, for the call records. */
  readonly detail: string;
  /** @param signal fires when the caller goes away */
  readonly run: (signal: AbortSignal) => Promise<Answer>;
}

/** What RPCs work on. */
export interface Service {
  readonly database: Database;
  readonly indexes: IndexDefinitions;
}

/** Parses a request; throws RpcError when it is malformed. */
export type Rpc = (service: Service, request: Message) => Call;

const MAX_NAMED = 5;

/** @returns the first few of many texts */
export function summary(texts: readonly string[]): string {
  const named = texts.slice(0, MAX_NAMED).join(', ');
  return texts.length > MAX_NAMED ? `${named} and ${texts.length - MAX_NAMED} more` : named;
}
