/** An answer other than success, in the JSON shape of Cloud Storage. */
export class StorageError extends Error {
  readonly status: number;
  readonly reason: string;

  /**
   * @param status HTTP status
   * @param reason Cloud Storage's word for it, such as `conditionNotMet`
   * @param message for the developer
   */
  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }

  toJSON(): unknown {
    const { status: code, reason, message } = this;
    return { error: { code, message, errors: [{ message, domain: 'global', reason }] } };
  }
}

/** The error for what the emulator does not implement. */
export function notImplemented(what: string): StorageError {
  return new StorageError(
    501,
    'notImplemented',
    `The Storage emulator does not implement ${what}.`,
  );
}

/** The error for a client that is not the Admin SDK. */
export function denied(): StorageError {
  return new StorageError(403, 'forbidden', 'The security rules deny every client.');
}

/** The error for a malformed request. */
export function invalid(message: string): StorageError {
  return new StorageError(400, 'invalid', message);
}
