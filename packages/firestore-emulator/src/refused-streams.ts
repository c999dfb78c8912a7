import { Metadata, type ServerDuplexStream } from '@grpc/grpc-js';
import { checkAuthorization } from './authorization.ts';
import { FREE } from './billing.ts';
import type { CallLog } from './call-log.ts';
import type { SizedRequest } from './protocol.ts';
import { statusOf, unimplemented } from './status.ts';
import { number, optionalMessage, type Message } from './wire.ts';

type Call = ServerDuplexStream<SizedRequest, Message>;

/** Refuses every target in the protocol's own way: any other error makes onSnapshot retry for ever. */
export function refuseListen(log: CallLog): (call: Call) => void {
  return (call) => {
    call.sendMetadata(new Metadata());
    if (!isAllowed(log, 'Listen', call)) return;
    call.on('data', ({ message }: SizedRequest) => {
      const target = optionalMessage(message, 'addTarget');
      if (target === undefined) return;
      const { code, details } = statusOf(unimplemented('Listen'));
      log.add('Listen', '', code, FREE);
      const targetIds = [number(target, 'targetId')];
      const cause = { code, message: details };
      call.write({ targetChange: { targetChangeType: 'REMOVE', targetIds, cause } });
    });
    call.on('end', () => call.end());
  };
}

/** Refuses the stream of writes, which only web clients use. */
export function refuseWrite(log: CallLog): (call: Call) => void {
  return (call) => {
    call.sendMetadata(new Metadata());
    if (isAllowed(log, 'Write', call)) fail(log, 'Write', call, unimplemented('Write'));
  };
}

function isAllowed(log: CallLog, rpc: string, call: Call): boolean {
  try {
    checkAuthorization(call.metadata);
    return true;
  } catch (error) {
    fail(log, rpc, call, error);
    return false;
  }
}

function fail(log: CallLog, rpc: string, call: Call, error: unknown): void {
  const status = statusOf(error);
  log.add(rpc, '', status.code, FREE);
  call.emit('error', status);
}
