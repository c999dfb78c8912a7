/**
 * Waits until this process holds the lock. It then holds the lock until it releases it or ends.
 * @param name of the lock, such as the path of what it protects
 * @param onWait called once, with the port that is the lock, if another process holds it
 * @param signal ends the wait with an error
 * @returns releases the lock
 */
export function acquireLock(
  name: string,
  onWait: (port: number) => void,
  signal?: AbortSignal,
): Promise<() => void>;
