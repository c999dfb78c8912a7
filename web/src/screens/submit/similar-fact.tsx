import { skipToken, useQuery } from '@tanstack/react-query';
import { isLongEnough, normalizeJokeText, shorten } from 'functions/domain';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { useOnline } from '../../ui/use-online.ts';
import { jokePath } from '../../paths.ts';
import styles from './submit-form.module.css';

/** How long the visitor has stopped writing before the server is asked. */
const PAUSE_MS = 800;
const SHOWN_CHARACTERS = 120;

/** The text, once it has stayed the same for a while; until then the last one that did. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Jokes that say nearly the same as a text, best first; undefined while there is no response for it. */
function useSimilarJokes(typed: string) {
  const online = useOnline();
  const text = normalizeJokeText(typed);
  const settled = useSettled(text);
  const asks = online && settled === text && isLongEnough(text);
  const { data } = useQuery({
    queryKey: ['similar', text],
    queryFn: asks ? () => call('findSimilarJokes', { body: { joke_text: text } }) : skipToken,
    // It is only a hint: after a failure it is left out, and results for earlier texts are dropped.
    retry: false,
    gcTime: 0,
  });
  return data?.similar;
}

/** Names the published fact that a draft is closest to, if any. It blocks nothing. */
export function SimilarFact({ draft }: { draft: string }) {
  const closest = useSimilarJokes(draft)?.[0];
  return (
    <div role="status">
      {closest && (
        <div className={styles.notice}>
          <p>
            This is close to{' '}
            <Link to={jokePath(closest.joke_id)}>{`fact no. ${closest.joke_id}`}</Link>:
          </p>
          <p className={styles.similar} dir="auto">
            {shorten(closest.joke_text, SHOWN_CHARACTERS)}
          </p>
        </div>
      )}
    </div>
  );
}
