/**
 * Waits until this process alone holds the lock, which it then has until it releases it or ends.
 * @param folder the lock's own folder
 * @param onWait called once if another process holds the lock
 * @returns releases the lock
 */
export function acquireLock(folder: string, onWait: (pid: number) => void): Promise<() => void>;
