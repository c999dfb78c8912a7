import type { Joke } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { drawFor, useRandomJokes } from './random-jokes.ts';

interface RandomJoke {
  /** the joke; while the next one loads, the previous one */
  joke: Joke | undefined;
  error: unknown;
  loading: boolean;
  /** Draws another joke and adds a history entry for it; after a failed first draw, tries that again. */
  drawAnother: () => void;
}

/** A random joke for each visit of the screen, and another one on demand. */
export function useRandomJoke(): RandomJoke {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  // A new entry's joke is drawn before the entry exists, so the entry's state holds its key.
  const entry = typeof state === 'string' ? state : key;
  const { byEntry, drawing, error } = useRandomJokes();
  const joke = byEntry[entry];
  const current = useRef<string>(undefined);

  useEffect(() => {
    current.current = entry;
    void drawFor(entry);
    return () => {
      current.current = undefined;
    };
  }, [entry]);

  const [shown, setShown] = useState(joke);
  if (joke !== undefined && joke !== shown) setShown(joke);

  const drawNext = async () => {
    const next = crypto.randomUUID();
    const isDrawn = await drawFor(next);
    // The visitor may have left the screen meanwhile.
    if (isDrawn && current.current === entry) void navigate(paths.random, { state: next });
  };

  return {
    joke: joke ?? shown,
    error,
    loading: drawing !== undefined,
    drawAnother: () => {
      if (drawing === undefined) void (joke === undefined ? drawFor(entry) : drawNext());
    },
  };
}
