import { invalidArgument, unimplemented } from '../status.ts';
import type { TransactionOptions } from './transactions.ts';
import type { Micros } from '../values/value.ts';
import {
  bytes,
  message,
  optionalMessage,
  systemTime,
  text,
  type Message,
} from '../wire/message.ts';

/** Which state of the database a read sees. */
export type Consistency =
  | { readonly kind: 'latest' }
  | { readonly kind: 'readTime'; readonly time: Micros }
  | { readonly kind: 'transaction'; readonly id: Buffer }
  | { readonly kind: 'newTransaction'; readonly options: TransactionOptions };

/** Reads the `consistency_selector` of a request. */
export function fromWireConsistency(request: Message): Consistency {
  if (text(request, 'consistencySelector') === 'transaction') {
    const id = bytes(request, 'transaction');
    if (id === undefined) throw invalidArgument('Invalid transaction.');
    return { kind: 'transaction', id };
  }
  const readTime = optionalMessage(request, 'readTime');
  if (readTime !== undefined) return { kind: 'readTime', time: systemTime(readTime) };
  const options = optionalMessage(request, 'newTransaction');
  if (options === undefined) return { kind: 'latest' };
  return { kind: 'newTransaction', options: fromWireTransactionOptions(options) };
}

/** Reads google.firestore.v1.TransactionOptions; without a mode it is read-write. */
export function fromWireTransactionOptions(wire: Message): TransactionOptions {
  const mode = text(wire, 'mode');
  if (mode === 'readOnly') {
    const readTime = optionalMessage(message(wire[mode], mode), 'readTime');
    return { kind: mode, readTime: readTime === undefined ? null : systemTime(readTime) };
  }
  if (mode !== 'readWrite' && mode !== '') throw unimplemented(`transactions of the mode ${mode}`);
  const retryOf = bytes(optionalMessage(wire, 'readWrite') ?? {}, 'retryTransaction') ?? null;
  return { kind: 'readWrite', retryOf };
}
