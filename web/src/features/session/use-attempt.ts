import { useState } from 'react';

/** Something the user has asked for, which may fail. */
export interface Attempt {
  busy: boolean;
  /** why the last one failed */
  error: string | null;
  /** Does it, unless it is being done; resolves to whether it succeeded. */
  run: (work: () => Promise<void>) => Promise<boolean>;
  /** Says why it is not even tried. */
  refuse: (error: string) => void;
}

/** @param messageOf what a failure tells the user */
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
