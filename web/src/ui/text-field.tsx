import { useId, type InputHTMLAttributes, type Ref } from 'react';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string;
  /** additional information, such as the minimum password length */
  hint?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A labeled input. */
export function TextField({ label, hint, ...input }: TextFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="text-field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        className="field"
        id={id}
        aria-describedby={hint === undefined ? undefined : hintId}
        {...input}
      />
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Tells password managers whose password it is. Some of them ignore inputs with `hidden`. */
export function KnownUsername({ username }: { username: string }) {
  return (
    <input
      className="visually-hidden"
      aria-hidden
      tabIndex={-1}
      readOnly
      name="username"
      autoComplete="username"
      value={username}
    />
  );
}

/** The text of a field in a submitted form; empty if the form has no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
