import type { Joke } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { drawFor, useRandomFacts } from './random-facts.ts';

interface RandomJoke {
  /** the fact; while one is on its way, the one before */
  joke: Joke | undefined;
  error: unknown;
  loading: boolean;
  /** Draws another fact, which becomes an entry of the history; after a failed first draw, the first. */
  drawAnother: () => void;
}

/** A random fact for each visit of the screen, and another one on demand. */
export function useRandomJoke(): RandomJoke {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  // The entry is named before it exists: its fact is drawn first.
  const entry = typeof state === 'string' ? state : key;
  const { byEntry, drawing, error } = useRandomFacts();
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
    // Meanwhile the visitor may have left.
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
