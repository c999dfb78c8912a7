import { skipToken, useQuery } from '@tanstack/react-query';
import { isLongEnough, normalizeJokeText } from 'functions/domain';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { useOnline } from '../../ui/use-online.ts';
import { jokePath } from '../../paths.ts';
import styles from './submit-form.module.css';
import { shorten } from '../../ui/format.ts';

/** The pause in writing after which the server is asked. */
const PAUSE_MS = 800;
const SHOWN_CHARACTERS = 120;

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** Jokes that are similar to a text, the best first; undefined without a response for it. */
function useSimilarJokes(typed: string) {
  const online = useOnline();
  const text = normalizeJokeText(typed);
  const debounced = useDebounced(text);
  const asks = online && debounced === text && isLongEnough(text);
  const { data } = useQuery({
    queryKey: ['similar', text],
    queryFn: asks ? () => call('findSimilarJokes', { body: { joke_text: text } }) : skipToken,
    // It is only a hint, so after a failure it is left out.
    retry: false,
    gcTime: 0,
  });
  return data?.similar;
}

/** Names the published fact that is most similar to a draft. The draft can be submitted nevertheless. */
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
