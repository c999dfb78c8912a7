import { Fragment, type ReactNode } from 'react';
import { useHref, useLinkClickHandler, type To } from 'react-router-dom';
import styles from './pager.module.css';

interface PageLinkProps {
  page: number;
  name: string;
  text: ReactNode;
  disabled: boolean;
  current?: boolean;
  url: To;
  onGo: ((page: number) => void) | undefined;
}

/** A link to a page. While disabled, it stays the same element, so that it keeps the focus. */
function PageLink({ page, name, text, disabled, current = false, url, onGo }: PageLinkProps) {
  const href = useHref(url);
  const follow = useLinkClickHandler(url);
  const state = disabled && ({ role: 'link', 'aria-disabled': true, tabIndex: -1 } as const);
  return (
    <a
      className="button"
      href={disabled ? undefined : href}
      aria-label={name}
      aria-current={current ? 'page' : undefined}
      {...state}
      onClick={(event) => {
        if (disabled) return;
        follow(event);
        // Otherwise the browser opens the page itself, for example in another tab.
        if (event.defaultPrevented && !current) onGo?.(page);
      }}
    >
      {text}
    </a>
  );
}

interface PagerProps {
  /** the accessible name, unique on the screen */
  label?: string;
  page: number;
  /** Number of pages; undefined while loading. */
  pages: number | undefined;
  /** True while the page is loading; all links are disabled. */
  busy?: boolean;
  /** True to take up little height, above a list. */
  slim?: boolean;
  /** The URL of a page. */
  urlOf: (page: number) => To;
  /** Called when a link leads to another page in this tab. */
  onGo?: (page: number) => void;
  /** The pages that get a link, ascending, with a gap for missing ones. By default, 'Page X of Y' instead. */
  numbers?: readonly number[];
  /** The number of pages that the outer links jump, if there are any. */
  jump?: number;
  /** shown after the links */
  children?: ReactNode;
}

/** Links to the pages of a list. */
export function Pager(props: PagerProps) {
  const { label = 'Pages', page, pages = page, busy = false, numbers, jump, children } = props;
  const link = (target: number, name: string, text: ReactNode) => ({
    page: target,
    name,
    text,
    url: props.urlOf(target),
    onGo: props.onGo,
  });
  const step = (text: string, by: number, name = text) => {
    const target = Math.min(Math.max(1, page + by), Math.max(page, pages));
    return <PageLink {...link(target, name, text)} disabled={busy || target === page} />;
  };
  return (
    <nav className={`${styles.pager} row`} aria-label={label} data-slim={props.slim}>
      {jump !== undefined && step(`-${jump}`, -jump, `-${jump} pages`)}
      {step('Previous', -1)}
      {numbers === undefined ? (
        <p>{`Page ${page} of ${props.pages ?? '…'}`}</p>
      ) : (
        <ul className={`${styles.numbers} row`}>
          {numbers.map((number, index) => (
            <Fragment key={number}>
              {index > 0 && numbers[index - 1] !== number - 1 && (
                <li>
                  <span aria-hidden="true">…</span>
                </li>
              )}
              <li>
                <PageLink
                  {...link(number, `Page ${number}`, number)}
                  current={number === page}
                  disabled={busy}
                />
              </li>
            </Fragment>
          ))}
        </ul>
      )}
      {step('Next', 1)}
      {jump !== undefined && step(`+${jump}`, jump, `+${jump} pages`)}
      {children}
    </nav>
  );
}
