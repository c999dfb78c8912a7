import {
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type InputHTMLAttributes,
} from 'react';
import styles from './dashboard.module.css';

interface FilterBarProps<Name extends string> extends InputHTMLAttributes<HTMLInputElement> {
  /** the label of the search field */
  label: string;
  /** the label of its button */
  submit: string;
  value: string;
  /** @returns the field's new text */
  onSearch: (text: string) => string;
  choices: readonly {
    name: Name;
    label: string;
    value: string;
    /** the label of each value; without options, the value is a day */
    options?: Readonly<Record<string, string>>;
  }[];
  onChoose: (name: Name, value: string) => void;
}

/** The year in which the site started. */
const FIRST_DAY = '2005-01-01';

interface DayFieldProps {
  id: string;
  value: string;
  onChoose: (value: string) => void;
}

/** A day. The browser keeps what is being typed, until the day changes otherwise. */
function DayField({ id, value, onChoose }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value;
  }, [value]);
  return (
    <input
      className="field"
      id={id}
      type="date"
      min={FIRST_DAY}
      defaultValue={value}
      ref={field}
      onChange={({ target }) => {
        // A year that is still being typed is too early.
        if (target.validity.valid) onChoose(target.value);
      }}
    />
  );
}

/** A search field and choices that filter a list. */
export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { label, submit, value, onSearch, choices, onChoose, ...attributes } = props;
  const id = useId();
  const [text, setText] = useState(value);
  // Back, Forward and links change it too.
  useEffect(() => setText(value), [value]);

  const search = (event: FormEvent) => {
    event.preventDefault();
    setText(onSearch(text));
  };
  return (
    <form className={styles.filter} role="search" noValidate onSubmit={search}>
      <div className={styles.search}>
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <input
          {...attributes}
          className="field"
          id={id}
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button">
          {submit}
        </button>
      </div>
      {choices.map(({ name, label, value, options }) => (
        <div key={name}>
          <label className="field-label" htmlFor={id + name}>
            {label}
          </label>
          {options ? (
            <select
              className="field"
              id={id + name}
              value={value}
              onChange={({ target }) => onChoose(name, target.value)}
            >
              {Object.entries(options).map(([option, text]) => (
                <option key={option} value={option}>
                  {text}
                </option>
              ))}
            </select>
          ) : (
            <DayField id={id + name} value={value} onChoose={(day) => onChoose(name, day)} />
          )}
        </div>
      ))}
    </form>
  );
}
