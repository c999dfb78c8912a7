import { useState, type FormEvent } from 'react';
import { paginationItems, typedPage } from './pagination-items.ts';
import './pagination.css';

/** How many pages the outer buttons jump (specification §9). */
const JUMP = 20;

interface PaginationProps {
  page: number;
  /** Number of pages, at least 1. */
  pages: number;
  onGo: (page: number) => void;
}

/** −20, Previous, numbered pages, Next, +20, a 'Go to' box, and 'Page x of y'. */
export function Pagination({ page, pages, onGo }: PaginationProps) {
  const [typed, setTyped] = useState('');
  const goToTyped = (event: FormEvent) => {
    event.preventDefault();
    const target = typedPage(typed, pages);
    if (target === undefined) return;
    setTyped('');
    onGo(target);
  };
  const step = (label: string, name: string, target: number) => (
    <button
      type="button"
      className="button"
      aria-label={name}
      disabled={target === page}
      onClick={() => onGo(target)}
    >
      {label}
    </button>
  );
  return (
    <nav className="pagination" aria-label="Pages">
      <div className="pagination-steps">
        {step('-20', '-20 pages', Math.max(1, page - JUMP))}
        {step('Previous', 'Previous', Math.max(1, page - 1))}
        <ol className="pagination-pages">
          {paginationItems(page, pages).map((item) =>
            'page' in item ? (
              <li key={item.page}>
                <button
                  type="button"
                  className="button"
                  aria-label={`Page ${item.page}`}
                  aria-current={item.page === page ? 'page' : undefined}
                  onClick={() => onGo(item.page)}
                >
                  {item.page}
                </button>
              </li>
            ) : (
              <li key={`after ${item.after}`} className="pagination-gap">
                <span aria-hidden="true">…</span>
              </li>
            ),
          )}
        </ol>
        {step('Next', 'Next', Math.min(pages, page + 1))}
        {step('+20', '+20 pages', Math.min(pages, page + JUMP))}
      </div>
      <form className="pagination-go" noValidate onSubmit={goToTyped}>
        <label>
          Go to{' '}
          <input
            className="field"
            inputMode="numeric"
            autoComplete="off"
            aria-description={`Page number from 1 to ${pages}`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <button type="submit" className="button">
          Go
        </button>
      </form>
      <p className="pagination-place">
        Page {page} of {pages}
      </p>
    </nav>
  );
}
