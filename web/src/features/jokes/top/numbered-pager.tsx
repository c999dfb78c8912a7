import './numbered-pager.css';
import { pageWindow } from './page-window.ts';

interface NumberedPagerProps {
  /** the accessible name, unique on the screen */
  label: string;
  page: number;
  pages: number;
  onGo: (page: number) => void;
}

/** Previous, up to five numbered pages, Next. */
export function NumberedPager({ label, page, pages, onGo }: NumberedPagerProps) {
  return (
    <nav className="numbered-pager" aria-label={label}>
      <button type="button" className="button" disabled={page <= 1} onClick={() => onGo(page - 1)}>
        Previous
      </button>
      <ul className="page-numbers">
        {pageWindow(page, pages).map((number) => (
          <li key={number}>
            <button
              type="button"
              className="button"
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => {
                if (number !== page) onGo(number);
              }}
            >
              {number}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button"
        disabled={page >= pages}
        onClick={() => onGo(page + 1)}
      >
        Next
      </button>
    </nav>
  );
}
