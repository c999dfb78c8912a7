import { useQuery } from '@tanstack/react-query';
import type { Joke, ModeratedSimilarJoke as SimilarJoke } from 'functions/contract';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../api/failure.ts';
import { Badge } from '../../components/badge.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { jokePath } from '../../paths.ts';
import { statusLook } from './labels.tsx';
import { similarJokes } from './moderation-queries.ts';
import { UNKNOWN_FAILURE } from './notices.ts';

interface SimilarJokesProps {
  joke: Joke;
  similar: readonly SimilarJoke[];
  onReject: (duplicates: readonly SimilarJoke[]) => void;
  /** the button that closes the dialog */
  close: ReactNode;
}

/** Similar jokes. The pending ones that are similar to a published joke can be rejected at once. */
function SimilarJokes({ joke, similar, onReject, close }: SimilarJokesProps) {
  const pending = similar.filter(({ status }) => status === 'pending');
  const canReject = joke.status === 'approved' && pending.length > 0;
  const [left, setLeft] = useState<readonly number[]>([]);
  const duplicates = pending.filter(({ joke_id: id }) => !left.includes(id));
  const toggle = (id: number) =>
    setLeft(left.includes(id) ? left.filter((each) => each !== id) : [...left, id]);
  const count = duplicates.length;
  return (
    <>
      {similar.length === 0 ? (
        <p>No other fact is similar.</p>
      ) : (
        <ul className="similar-list">
          {similar.map(({ joke_id: id, joke_text: text, status, similarity }) => (
            <li key={id}>
              <p className="similar-head">
                {canReject && status === 'pending' && (
                  <label className="joke-select">
                    <input
                      type="checkbox"
                      aria-label={`Fact no. ${id} is a duplicate`}
                      checked={!left.includes(id)}
                      onChange={() => toggle(id)}
                    />
                  </label>
                )}
                <b>
                  {status === 'approved' ? (
                    <Link to={jokePath(id)}>Fact no. {id}</Link>
                  ) : (
                    `Fact no. ${id}`
                  )}
                </b>
                <Badge {...statusLook(status)} />
                <span>{Math.floor(100 * similarity)}% alike</span>
              </p>
              <p className="moderated-text" dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        {close}
        {canReject && (
          <button
            type="button"
            className="button button-main"
            disabled={count === 0}
            onClick={() => onReject(duplicates)}
          >
            Reject {count} {count === 1 ? 'duplicate' : 'duplicates'}
          </button>
        )}
      </div>
    </>
  );
}

interface SimilarDialogProps extends Pick<SimilarJokesProps, 'joke' | 'onReject'> {
  onClose: () => void;
}

/** Shows the jokes that say nearly the same as a joke. */
export function SimilarDialog({ joke, onReject, onClose }: SimilarDialogProps) {
  const { data, error, refetch } = useQuery(similarJokes(joke.joke_id));
  const reject = (duplicates: readonly SimilarJoke[]) => {
    onClose();
    onReject(duplicates);
  };
  const close = (
    <button type="button" className="button" onClick={onClose}>
      Close
    </button>
  );
  return (
    <Dialog title={`Similar to fact no. ${joke.joke_id}`} onClose={onClose}>
      <p className="preview-text" dir="auto">
        {joke.joke_text}
      </p>
      {error !== null && (
        <LoadError
          text={`Error: ${messageOf(error, UNKNOWN_FAILURE)}`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Spinner label="Loading..." />}
      {data ? (
        <SimilarJokes joke={joke} similar={data.similar} onReject={reject} close={close} />
      ) : (
        <div className="dialog-actions">{close}</div>
      )}
    </Dialog>
  );
}
