/**
 * Waits until this process holds the lock. It then holds the lock until it releases it or ends.
 * @param folder a folder for this lock only
 * @param onWait called once, with the holder's process id, if another process holds the lock
 * @returns releases the lock
 */
export function acquireLock(folder: string, onWait: (pid: number) => void): Promise<() => void>;
