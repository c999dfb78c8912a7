import { limits } from 'functions/domain';
import { useEffect, useState, type FormEvent } from 'react';
import { changed, type ListChange, type ListState } from './list-state.ts';

const CHOICES = [
  {
    field: 'status',
    label: 'Status',
    options: { all: 'All', pending: 'Pending', approved: 'Approved', rejected: 'Rejected' },
  },
  {
    field: 'sort',
    label: 'Sort',
    options: { date_desc: 'Newest First', date_asc: 'Oldest First' },
  },
] as const;

interface FilterBarProps {
  state: ListState;
  onChange: (change: ListChange) => void;
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
    const wanted = changed(state, { search: text }).search;
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
      {CHOICES.map(({ field, label, options }) => (
        <div key={field}>
          <label className="field-label" htmlFor={`joke-${field}`}>
            {label}
          </label>
          <select
            className="field"
            id={`joke-${field}`}
            value={state[field]}
            onChange={(event) => onChange({ [field]: event.target.value })}
          >
            {Object.entries(options).map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </select>
        </div>
      ))}
    </form>
  );
}
