import { normalizeJokeText } from 'functions/contract';
import { useEffect, useRef } from 'react';
import { Badge } from '../../components/badge.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import './submitted.css';

const TITLE = 'Fact Submitted Successfully!';

interface SubmittedProps {
  jokeId: number;
  text: string;
  onAnother: () => void;
}

/** The confirmation, with the submitted joke and its number. */
export function Submitted({ jokeId, text, onAnother }: SubmittedProps) {
  useDocumentTitle(TITLE);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="screen">
      <h1 className="submitted-title" tabIndex={-1} ref={heading}>
        {TITLE}
      </h1>
      <p className="submit-lead">
        Your Chuck Norris fact has been submitted and is awaiting approval. Thanks for contributing
        to the collection!
      </p>
      <article className="submitted-fact" aria-labelledby="submitted-number">
        <h2 className="submitted-number" id="submitted-number">
          Fact no. <span className="submitted-id">{jokeId}</span>
        </h2>
        <div>
          <p className="submitted-text">{normalizeJokeText(text)}</p>
          <p className="submitted-stamp">
            <Badge tone="waiting" label="Pending" />
          </p>
        </div>
      </article>
      <button type="button" className="button submit-button" onClick={onAnother}>
        Submit Another Fact
      </button>
    </div>
  );
}
