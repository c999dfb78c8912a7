import { Metadata, type ServerDuplexStream } from '@grpc/grpc-js';
import { FREE } from '../billing/billing.ts';
import type { CallLog } from '../billing/call-log.ts';
import { statusOf, unimplemented, type RpcError } from '../status.ts';
import { list, number, optionalMessage, type Message } from '../wire/message.ts';
import type { SizedRequest } from '../wire/protocol.ts';
import { isAdmin, permissionDenied } from './authorization.ts';

type Call = ServerDuplexStream<SizedRequest, Message>;

function refusal(rpc: string, call: Call): RpcError {
  return isAdmin(call.metadata) ? unimplemented(rpc) : permissionDenied();
}

/**
 * Answers every listener with its end. The web SDK's reads are listeners, too. The error is inside a
 * target change because the SDKs restart a stream that fails, without end.
 */
export function answerListen(log: CallLog): (call: Call) => void {
  return (call) => {
    call.sendMetadata(new Metadata());
    call.on('data', ({ message }: SizedRequest) => {
      const target = optionalMessage(message, 'addTarget');
      if (target === undefined) return;
      const { code, details } = statusOf(refusal('Listen', call));
      log.add('Listen', '', code, FREE);
      const targetIds = [number(target, 'targetId')];
      const cause = { code, message: details };
      call.write({ targetChange: { targetChangeType: 'REMOVE', targetIds, cause } });
    });
    call.on('end', () => call.end());
  };
}

/**
 * Refuses the stream through which the web SDK writes. Only after the answer to its first request, the
 * handshake, does the SDK take the error for that of its writes instead of connecting again.
 */
export function answerWrite(log: CallLog): (call: Call) => void {
  return (call) => {
    call.sendMetadata(new Metadata());
    call.on('data', ({ message }: SizedRequest) => {
      if (!isAdmin(call.metadata) && list(message, 'writes').length === 0) {
        call.write({ streamId: 'refused', streamToken: Buffer.from('refused') });
        return;
      }
      const status = statusOf(refusal('Write', call));
      log.add('Write', '', status.code, FREE);
      call.emit('error', status);
    });
    call.on('end', () => call.end());
  };
}
