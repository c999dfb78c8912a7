import { Code, RpcError } from '../status.ts';

/** How long a call waits for a lock before it is answered ABORTED, in milliseconds. */
const LOCK_TIMEOUT_MS = 20_000;

/** Holds locks or waits for them. */
export interface LockOwner {
  /** In a deadlock the owner with the highest number is the victim. */
  readonly seniority: number;
  /** Called once when the owner is the victim of a deadlock; its locks are released right after. */
  readonly onVictim: () => void;
}

/** A lock to take. Owners that share a lock exclude only those that don't. */
export interface LockRequest {
  readonly key: string;
  readonly shared: boolean;
}

interface Waiter extends LockRequest {
  readonly owner: LockOwner;
  readonly grant: () => void;
  readonly fail: (error: RpcError) => void;
}

interface Lock {
  readonly holders: Set<LockOwner>;
  shared: boolean;
  readonly queue: Waiter[];
}

/** @returns the error of a transaction that lost a conflict and should be retried */
export function contention(): RpcError {
  return new RpcError(
    Code.ABORTED,
    'Aborted due to cross-transaction contention. This occurs when multiple transactions attempt to access the same data, requiring Firestore to abort at least one in order to enforce serializability.',
  );
}

/** Locks by key, granted in the order of the requests. */
export class Locks {
  readonly #locks = new Map<string, Lock>();
  readonly #held = new Map<LockOwner, Set<string>>();
  readonly #waiting = new Map<LockOwner, Set<Waiter>>();
  /** Owners whose locks were released; their calls in progress get no more. */
  readonly #released = new WeakSet<LockOwner>();
  readonly #timeoutMs: number;

  constructor(timeoutMs: number = LOCK_TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /** @returns whether the owner holds the lock */
  holds(owner: LockOwner, key: string): boolean {
    return this.#held.get(owner)?.has(key) ?? false;
  }

  /** @returns whether the owner is waiting for a lock */
  isWaiting(owner: LockOwner): boolean {
    return this.#waiting.has(owner);
  }

  /**
   * Takes the locks that the owner does not hold yet, one by one in key order.
   *
   * @param signal ends the wait when the caller disconnects
   * @throws RpcError ABORTED after a deadlock or a timeout, CANCELLED
   */
  async acquire(
    owner: LockOwner,
    requests: Iterable<LockRequest>,
    signal: AbortSignal,
  ): Promise<void> {
    const distinct = new Map([...requests].map((request) => [request.key, request]));
    for (const request of [...distinct.values()].sort((a, b) => (a.key < b.key ? -1 : 1))) {
      if (this.#released.has(owner)) throw contention();
      if (!this.#take(owner, request)) await this.#wait(owner, request, signal);
    }
  }

  /** Releases all locks of an owner for good and ends its own waits. */
  release(owner: LockOwner): void {
    this.#released.add(owner);
    for (const waiter of this.#waiting.get(owner) ?? []) waiter.fail(contention());
    const held = this.#held.get(owner) ?? [];
    this.#held.delete(owner);
    for (const key of held) {
      this.#locks.get(key)?.holders.delete(owner);
      this.#advance(key);
    }
  }

  #take(owner: LockOwner, { key, shared }: LockRequest): boolean {
    const lock = this.#locks.get(key);
    if (lock === undefined) {
      this.#locks.set(key, { holders: new Set([owner]), shared, queue: [] });
    } else if (lock.holders.has(owner)) {
      if (!shared && lock.shared && lock.holders.size > 1) return false;
      lock.shared &&= shared;
    } else if (lock.shared && shared && lock.queue.length === 0) {
      lock.holders.add(owner);
    } else {
      return false;
    }
    this.#noteHeld(owner, key);
    return true;
  }

  /** Grants a lock to the requests at the head of its queue that can have it now. */
  #advance(key: string): void {
    const lock = this.#locks.get(key);
    if (lock === undefined) return;
    for (let next = lock.queue[0]; next; next = lock.queue[0]) {
      const free = lock.holders.size === (lock.holders.has(next.owner) ? 1 : 0);
      if (!free && !(lock.shared && next.shared)) return;
      lock.shared = next.shared;
      lock.holders.add(next.owner);
      lock.queue.shift();
      next.grant();
    }
    if (lock.holders.size === 0) this.#locks.delete(key);
  }

  #noteHeld(owner: LockOwner, key: string): void {
    const held = this.#held.get(owner) ?? new Set();
    this.#held.set(owner, held.add(key));
  }

  async #wait(owner: LockOwner, request: LockRequest, signal: AbortSignal): Promise<void> {
    const { key } = request;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = {
      ...request,
      owner,
      grant: () => {
        this.#stopWaiting(waiter);
        this.#noteHeld(owner, key);
        resolve();
      },
      fail: (error) => {
        this.#leaveQueue(waiter);
        reject(error);
      },
    };
    const onAbort = (): void =>
      waiter.fail(new RpcError(Code.CANCELLED, 'The call was cancelled.'));
    const timer = setTimeout(() => waiter.fail(contention()), this.#timeoutMs);
    signal.addEventListener('abort', onAbort);
    try {
      const lock = this.#locks.get(key);
      // An owner that shares the lock goes first: the others wait for it, too.
      if (lock?.holders.has(owner)) lock.queue.unshift(waiter);
      else lock?.queue.push(waiter);
      const waiting = this.#waiting.get(owner) ?? new Set();
      this.#waiting.set(owner, waiting.add(waiter));
      if (signal.aborted) onAbort();
      this.#resolveDeadlocks(owner);
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #leaveQueue(waiter: Waiter): void {
    this.#stopWaiting(waiter);
    const queue = this.#locks.get(waiter.key)?.queue;
    const position = queue?.indexOf(waiter) ?? -1;
    if (position < 0) return;
    queue?.splice(position, 1);
    this.#advance(waiter.key);
  }

  #stopWaiting(waiter: Waiter): void {
    const waiting = this.#waiting.get(waiter.owner);
    waiting?.delete(waiter);
    if (waiting?.size === 0) this.#waiting.delete(waiter.owner);
  }

  /** A deadlock can only arise when an owner starts to wait, so searching from there finds it. */
  #resolveDeadlocks(start: LockOwner): void {
    for (let circle = this.#findDeadlock(start); circle; circle = this.#findDeadlock(start)) {
      const victim = circle.reduce((a, b) => (b.seniority > a.seniority ? b : a));
      victim.onVictim();
      this.release(victim);
    }
  }

  #findDeadlock(start: LockOwner): LockOwner[] | null {
    const seen = new Set<LockOwner>();
    const visit = (owner: LockOwner, path: LockOwner[]): LockOwner[] | null => {
      for (const blocker of this.#blockersOf(owner)) {
        if (blocker === start) return path;
        if (seen.has(blocker)) continue;
        seen.add(blocker);
        const circle = visit(blocker, [...path, blocker]);
        if (circle !== null) return circle;
      }
      return null;
    };
    return visit(start, [start]);
  }

  /** The owners that hold what this one waits for, and those ahead of it in the queue. */
  *#blockersOf(owner: LockOwner): Generator<LockOwner> {
    for (const waiter of this.#waiting.get(owner) ?? []) {
      const lock = this.#locks.get(waiter.key);
      if (lock === undefined) continue;
      const earlier = lock.queue.slice(0, lock.queue.indexOf(waiter));
      const ahead = earlier.filter(({ shared }) => !(shared && waiter.shared));
      for (const blocker of [...lock.holders, ...ahead.map((other) => other.owner)]) {
        if (blocker !== owner) yield blocker;
      }
    }
  }
}
