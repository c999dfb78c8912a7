import { Fragment, type ReactNode } from 'react';
import './pager.css';

interface PagerProps {
  /** the accessible name, unique on the screen */
  label?: string;
  page: number;
  /** Number of pages; undefined while loading. */
  pages: number | undefined;
  onGo: (page: number) => void;
  /** The pages that get a button, ascending; where pages are missing, there is a gap. By default, 'Page X of Y'. */
  numbers?: readonly number[];
  /** How many pages the outer buttons jump, if there are any. */
  jump?: number;
  /** what follows the buttons */
  children?: ReactNode;
}

/** Previous, where the visitor is, Next. */
export function Pager(props: PagerProps) {
  const { label = 'Pages', page, pages = page, onGo, numbers, jump, children } = props;
  const step = (text: string, by: number, name = text) => {
    const target = Math.min(Math.max(1, page + by), Math.max(page, pages));
    return (
      <button
        type="button"
        className="button"
        aria-label={name}
        disabled={target === page}
        onClick={() => onGo(target)}
      >
        {text}
      </button>
    );
  };
  return (
    <nav
      className="pager"
      aria-label={label}
      data-numbered={numbers !== undefined}
      data-jumping={jump !== undefined}
    >
      <div className="pager-steps">
        {jump !== undefined && step(`-${jump}`, -jump, `-${jump} pages`)}
        {step('Previous', -1)}
        {numbers === undefined ? (
          <p>
            Page {page} of {props.pages ?? '…'}
          </p>
        ) : (
          <ul className="pager-numbers">
            {numbers.map((number, index) => (
              <Fragment key={number}>
                {index > 0 && numbers[index - 1] !== number - 1 && (
                  <li className="pager-gap">
                    <span aria-hidden="true">…</span>
                  </li>
                )}
                <li>
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
              </Fragment>
            ))}
          </ul>
        )}
        {step('Next', 1)}
        {jump !== undefined && step(`+${jump}`, jump, `+${jump} pages`)}
      </div>
      {children}
    </nav>
  );
}
