import type { ModeratedSimilarJoke } from 'functions/contract';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Badge } from '../../components/badge.tsx';
import { adminPath, jokePath } from '../../paths.ts';
import { statusLook } from './labels.tsx';
import { TextDiff } from './text-diff.tsx';

interface SimilarListProps {
  /** the text that they are similar to */
  text: string;
  similar: readonly ModeratedSimilarJoke[];
  /** what is before each */
  before?: (joke: ModeratedSimilarJoke) => ReactNode;
}

/** Similar jokes, with the words that only they have. */
export function SimilarList({ text, similar, before }: SimilarListProps) {
  const { pathname } = useLocation();
  const dashboard = adminPath(pathname, 'dashboard');
  return (
    <ul className="similar-list">
      {similar.map((joke) => {
        const { joke_id: id, joke_text, status, similarity } = joke;
        const found = `${dashboard}?search=${encodeURIComponent(`#${id}`)}`;
        return (
          <li key={id}>
            <p className="similar-head">
              {before?.(joke)}
              <b>{Math.floor(100 * similarity)}%</b>
              <Link to={status === 'approved' ? jokePath(id) : found}>Fact no. {id}</Link>
              <Badge {...statusLook(status)} />
            </p>
            <p className="joke-text moderated-text" dir="auto">
              <TextDiff before={text} after={joke_text} showRemoved={false} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}
