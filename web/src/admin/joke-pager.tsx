import { useState, type FormEvent } from 'react';
import { pagesAround, typedPage } from '../ui/page-numbers.ts';
import { Pager } from '../ui/pager.tsx';
import { FIRST_LIST, queryOf, type ListState } from './list-state.ts';
import styles from './dashboard.module.css';

/** The number of pages that the outer buttons jump. */
const JUMP = 20;

interface JokePagerProps {
  state: ListState;
  page: number;
  /** at least 1 */
  pages: number;
  busy: boolean;
  /** Called without a page when a link was followed, and with a page that was typed. */
  onGo: (page?: number) => void;
}

/** A field for a page number. Anything but an existing page is ignored. */
function GoToPage({ pages, onGo }: Pick<JokePagerProps, 'pages' | 'onGo'>) {
  const [typed, setTyped] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    const target = typedPage(typed, pages);
    if (target === undefined) return;
    setTyped('');
    onGo(target);
  };
  return (
    <form className={`${styles.go} row`} noValidate onSubmit={go}>
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
  );
}

/** The pages of the list. */
export function JokePager({ state, page, pages, busy, onGo }: JokePagerProps) {
  return (
    <Pager
      page={page}
      pages={pages}
      busy={busy}
      numbers={pagesAround(page, pages)}
      jump={JUMP}
      urlOf={(to) => ({ search: queryOf({ ...state, page: to }, FIRST_LIST).toString() })}
      onGo={() => onGo()}
    >
      <GoToPage pages={pages} onGo={onGo} />
      <p className={styles.page}>{`Page ${page} of ${pages}`}</p>
    </Pager>
  );
}
