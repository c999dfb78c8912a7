import { limits } from 'functions/contract';
import { useEffect, useState, type FormEvent } from 'react';
import { filterOf, searchOf, sortOf, STATUS_FILTERS, type ListState } from './list-state.ts';
import './filter-bar.css';

const STATUS_LABELS = {
  all: 'All',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
} as const;

interface FilterBarProps {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  /** Called when the same search is submitted again. */
  onRepeat: () => void;
}

/** Search, status filter and sort order of the list. */
export function FilterBar({ state, onChange, onRepeat }: FilterBarProps) {
  const [text, setText] = useState(state.search);
  // Back and Forward also change the search.
  useEffect(() => setText(state.search), [state.search]);

  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = searchOf(text);
    if (wanted === state.search) onRepeat();
    else onChange({ search: wanted });
  };

  return (
    <form className="filter-bar" role="search" onSubmit={search}>
      <div className="filter-search">
        <label className="field-label" htmlFor="joke-search">
          Search jokes
        </label>
        <input
          className="field"
          id="joke-search"
          type="search"
          autoComplete="off"
          maxLength={limits.searchMaxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button">
          Search
        </button>
      </div>
      <div>
        <label className="field-label" htmlFor="joke-status">
          Status
        </label>
        <select
          className="field"
          id="joke-status"
          value={state.status}
          onChange={(event) => onChange({ status: filterOf(event.target.value) })}
        >
          {STATUS_FILTERS.map((status) => (
            <option key={status} value={status}>
              {STATUS_LABELS[status]}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label className="field-label" htmlFor="joke-sort">
          Sort
        </label>
        <select
          className="field"
          id="joke-sort"
          value={state.sort}
          onChange={(event) => onChange({ sort: sortOf(event.target.value) })}
        >
          <option value="date_desc">Newest First</option>
          <option value="date_asc">Oldest First</option>
        </select>
      </div>
    </form>
  );
}
