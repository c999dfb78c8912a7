import './pager.css';

interface PagerProps {
  page: number;
  /** Number of pages; undefined while loading. */
  pages: number | undefined;
  onGo: (page: number) => void;
}

/** Previous, 'Page X of Y', Next. */
export function Pager({ page, pages, onGo }: PagerProps) {
  return (
    <nav className="pager" aria-label="Pages">
      <button type="button" className="button" disabled={page <= 1} onClick={() => onGo(page - 1)}>
        Previous
      </button>
      <p>
        Page {page} of {pages ?? '…'}
      </p>
      <button
        type="button"
        className="button"
        disabled={pages === undefined || page >= pages}
        onClick={() => onGo(page + 1)}
      >
        Next
      </button>
    </nav>
  );
}
