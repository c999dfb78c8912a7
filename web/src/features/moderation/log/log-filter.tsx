import { useEffect, useState, type FormEvent } from 'react';
import '../../../components/field.css';
import { ACTION_LABELS, ACTIONS, logFilterOf, useLogFilter } from './log-state.ts';

const FILTER_LABELS = { ...ACTION_LABELS, undo: 'Undone', 'generate-image': 'Image generated' };

/** Filters of the log: by the number of a fact and by action. */
export function LogFilter() {
  const [filter, change] = useLogFilter();
  const [typed, setTyped] = useState('');
  // Back and Forward, and links to a fact, also change the filter.
  useEffect(() => setTyped(filter.fact === undefined ? '' : String(filter.fact)), [filter.fact]);

  const search = (event: FormEvent) => {
    event.preventDefault();
    const { fact } = logFilterOf(new URLSearchParams({ fact: typed }));
    if (fact === undefined) setTyped('');
    change({ ...filter, fact });
  };
  return (
    <form className="filter-bar" role="search" noValidate onSubmit={search}>
      <div className="filter-search">
        <label className="field-label" htmlFor="log-fact">
          Fact no.
        </label>
        <input
          className="field"
          id="log-fact"
          type="search"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="button">
          Show
        </button>
      </div>
      <div>
        <label className="field-label" htmlFor="log-action">
          Action
        </label>
        <select
          className="field"
          id="log-action"
          value={filter.action ?? ''}
          onChange={({ target }) =>
            change({ ...filter, action: ACTIONS.find((each) => each === target.value) })
          }
        >
          <option value="">All</option>
          {ACTIONS.map((action) => (
            <option key={action} value={action}>
              {FILTER_LABELS[action]}
            </option>
          ))}
        </select>
      </div>
    </form>
  );
}
