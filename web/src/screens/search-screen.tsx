import { isShortEnough, limits, normalizeQuery } from 'functions/domain';
import { Fragment, useEffect, useRef, type RefObject, type SubmitEvent } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { textOf } from '../ui/text-field.tsx';
import { Head } from '../ui/head.tsx';
import { isSearchable, paths, searchPath } from '../paths.ts';
import { announce } from '../stores/announcement.ts';
import styles from './search.module.css';
import type { PageLoader } from '../facts/joke-queries.ts';
import { foundBy, SearchResults } from './search-results.tsx';
import { shorten } from '../ui/format.ts';

/** A longer query is cut in the document's title. */
const TITLE_LENGTH = 60;
const EXAMPLES = ['beard', 'computer', 'Texas', '17'];

const NO_WORDS =
  'There is no word or number in that. Chuck Norris can search for silence; this page can’t.';
const TOO_LONG = `That is longer than any fact: ${limits.jokeMaxCharacters} characters are the most. A few words of it will do.`;

const queryOf = (search: URLSearchParams) => normalizeQuery(search.get('q') ?? '');

export const loader: PageLoader = async ({ search, load }) => {
  const query = queryOf(search);
  if (isSearchable(query)) await load(foundBy(query, search));
};

interface NotSearchedProps {
  /** normalized, but not searchable */
  query: string;
  asked: RefObject<boolean>;
}

function NotSearched({ query, asked }: NotSearchedProps) {
  const reason = isShortEnough(query) ? NO_WORDS : TOO_LONG;
  const { key } = useLocation();
  useEffect(() => {
    if (asked.current) announce(reason);
    asked.current = false;
  }, [key, reason, asked]);
  return <p className={styles.hint}>{reason}</p>;
}

function Hint() {
  return (
    <p className={styles.hint}>
      A word or two will do, in any order, or the number of a fact. For example{' '}
      {EXAMPLES.map((example, index) => (
        <Fragment key={example}>
          {index > 0 && <span>, </span>}
          <Link to={searchPath(example)}>{example}</Link>
        </Fragment>
      ))}
      <span>.</span>
    </p>
  );
}

/** Searches the facts. The form also works without JavaScript. */
export default function SearchScreen() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const typed = search.get('q') ?? '';
  const query = queryOf(search);
  const shown = useRef(typed);
  /** whether the form was submitted, as opposed to a page load or Back */
  const asked = useRef(false);

  useEffect(() => {
    if (shown.current === typed) return;
    shown.current = typed;
    if (field.current) field.current.value = typed;
  }, [typed]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = textOf(new FormData(event.currentTarget), 'q');
    asked.current = true;
    void navigate(searchPath(next), { replace: next === typed });
  };
  return (
    <div className="screen">
      <Head title={query === '' ? 'Search' : `Search: ${shorten(query, TITLE_LENGTH)}`} />
      <h1 tabIndex={-1}>Search</h1>
      <form
        className={styles.form}
        method="get"
        action={paths.search}
        role="search"
        onSubmit={submit}
      >
        <label className="field-label" htmlFor="q">
          Words or a fact number
        </label>
        <input
          className="field"
          id="q"
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          required
          // Only if the screen opens without results.
          data-focus={typed === '' || undefined}
          defaultValue={typed}
          ref={field}
        />
        {/* Not a button element: without JavaScript, those are hidden. */}
        <input className="button" type="submit" value="Search" />
      </form>
      {isSearchable(query) && <SearchResults key={query} query={query} asked={asked} />}
      {!isSearchable(query) &&
        (typed.trim() === '' ? <Hint /> : <NotSearched query={query} asked={asked} />)}
    </div>
  );
}
