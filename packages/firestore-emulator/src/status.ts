/** gRPC status codes that the emulator answers or that tests inject. */
export const Code = {
  OK: 0,
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;

/** An error that the caller of an RPC receives: a gRPC status code and a message. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

/** @returns the error for a malformed request */
export function invalidArgument(message: string): RpcError {
  return new RpcError(Code.INVALID_ARGUMENT, message);
}

/** @returns the error for a part of the protocol that the emulator does not implement */
export function unimplemented(what: string): RpcError {
  return new RpcError(Code.UNIMPLEMENTED, `The embedded emulator does not implement ${what}.`);
}

/** @returns the gRPC status of any error */
export function statusOf(error: unknown): { code: number; details: string } {
  if (error instanceof RpcError) return { code: error.code, details: error.message };
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: Code.INTERNAL, details };
}
