import type { ModeratedSimilarJoke } from 'functions/contract';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Badge } from '../ui/badge.tsx';
import { adminPath, jokePath } from '../paths.ts';
import { statusLook } from './labels.tsx';
import { TextDiff } from './text-diff.tsx';
import styles from './dialogs.module.css';

interface SimilarListProps {
  /** the text that they are similar to */
  text: string;
  similar: readonly ModeratedSimilarJoke[];
  /** what is before each */
  before?: (joke: ModeratedSimilarJoke) => ReactNode;
}

/** How similar a joke is, its number as a link, and its status. */
export function SimilarHead({ joke, before }: { joke: ModeratedSimilarJoke; before?: ReactNode }) {
  const { pathname } = useLocation();
  const { joke_id: id, status, similarity } = joke;
  const found = `${adminPath(pathname, 'dashboard')}?search=${encodeURIComponent(`#${id}`)}`;
  return (
    <p className={`${styles.head} row`}>
      {before}
      <b>{`${Math.floor(100 * similarity)}%`}</b>
      <Link to={status === 'approved' ? jokePath(id) : found}>{`Fact no. ${id}`}</Link>
      <Badge {...statusLook(status)} />
    </p>
  );
}

/** Similar jokes, with the words that only they have. */
export function SimilarList({ text, similar, before }: SimilarListProps) {
  return (
    <ul className={styles.similar}>
      {similar.map((joke) => (
        <li key={joke.joke_id}>
          <SimilarHead joke={joke} before={before?.(joke)} />
          <p className="joke-text" dir="auto">
            <TextDiff before={text} after={joke.joke_text} showRemoved={false} />
          </p>
        </li>
      ))}
    </ul>
  );
}
