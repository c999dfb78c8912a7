import type { JokeFilter } from 'functions/contract';
import { tagName, TAGS, type Tag } from 'functions/domain';
import { Link, useSearchParams } from 'react-router-dom';
import { listPath } from '../../paths.ts';
import './joke-filter.css';

/** The filter in a URL; undefined if there is no such tag. @param tag the URL's; by default, it has none */
export function filterOf(
  search: URLSearchParams,
  tag: string | null | undefined = null,
): JokeFilter | undefined {
  const known = TAGS.find((each) => each === tag);
  const safe = search.get('safe') === 'true' ? 'true' : undefined;
  return tag === null || known ? { tag: known, safe } : undefined;
}

/** What a joke is about, as links to the others. From a page of safe jokes they lead to such pages. */
export function JokeTags({ tags }: { tags: readonly Tag[] }) {
  const safe = filterOf(useSearchParams()[0])?.safe;
  return (
    tags.length > 0 && (
      <ul className="joke-tags" aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag}>
            <Link to={listPath({ tag, safe })}>{tagName(tag)}</Link>
          </li>
        ))}
      </ul>
    )
  );
}

interface FilterLinksProps {
  filter: JokeFilter;
  /** the path of what a filter leaves */
  pathOf: (filter: JokeFilter) => string;
}

/** Links that change the filter. What is chosen comes first: on small screens, the others have to be scrolled to. */
export function FilterLinks({ filter: { tag: chosen, safe }, pathOf }: FilterLinksProps) {
  const link = (tag?: Tag) => (
    <Link
      key={tag ?? 'all'}
      to={pathOf({ tag, safe })}
      aria-current={tag === chosen ? 'page' : undefined}
    >
      {tag ? tagName(tag) : 'All'}
    </Link>
  );
  return (
    <nav className="filter-links" aria-label="Filter">
      <Link to={pathOf({ tag: chosen, safe: safe ? undefined : 'true' })} aria-current={safe}>
        Safe only
      </Link>
      {chosen && link(chosen)}
      {link()}
      {TAGS.filter((tag) => tag !== chosen).map((tag) => link(tag))}
    </nav>
  );
}
