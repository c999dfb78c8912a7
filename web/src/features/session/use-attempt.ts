import { useState } from 'react';

/** A user's action that may fail. */
export interface Attempt {
  busy: boolean;
  /** why the last attempt failed */
  error: string | null;
  /** Runs it, unless it is already running. Resolves to whether it succeeded. */
  run: (work: () => Promise<void>) => Promise<boolean>;
  /** Shows why it was not attempted. */
  refuse: (error: string) => void;
}

/** @param messageOf returns the message for an error */
export function useAttempt(messageOf: (error: unknown) => string): Attempt {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return {
    busy,
    error,
    refuse: setError,
    run: async (work) => {
      if (busy) return false;
      setBusy(true);
      setError(null);
      try {
        await work();
        return true;
      } catch (failure) {
        setError(messageOf(failure));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
