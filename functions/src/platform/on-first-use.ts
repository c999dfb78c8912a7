import { stopwatch, type Clocks } from './deadline.ts';

/** Loads something when it is first needed, and again after a failure. */
export function onFirstUse<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Loads something at most once in so many milliseconds, except after a failure, for all who need it. */
export function atMostEvery<Value>(
  milliseconds: number,
  load: () => Promise<Value>,
  clocks: Clocks,
) {
  const never = { age: () => Infinity, load };
  let last = never;
  return {
    load(): Promise<Value> {
      if (last.age() >= milliseconds) last = { age: stopwatch(clocks), load: onFirstUse(load) };
      return last.load();
    },
    /** Loads it again the next time. */
    forget: () => void (last = never),
  };
}
