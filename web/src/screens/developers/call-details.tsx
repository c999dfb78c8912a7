import { useHydrated } from '../../ui/use-hydrated.ts';
import styles from './developers.module.css';
import { Marked, Terms } from './marked.tsx';
import type { Field, ReferenceCall } from 'virtual:api-reference';
import { TryIt } from './try-it.tsx';

/** Fields or parameters, with their types. */
export function Fields({ fields }: { fields: readonly Field[] }) {
  const terms = fields.map(
    ({ name, type, text }) => [`\`${name}\``, text === '' ? type : `${type}. ${text}`] as const,
  );
  return <Terms terms={terms} />;
}

/** One call of the reference, closed at first: its input, a form to try it, and its response. */
export function CallDetails({ call }: { call: ReferenceCall }) {
  const hydrated = useHydrated();
  const { name, path, summary, description, parameters, response, fields } = call;
  return (
    <details className={styles.call} id={name}>
      <summary>
        <code>{`GET ${path}`}</code> <span>{summary}</span>
      </summary>
      {description !== '' && (
        <p>
          <Marked text={description} />
        </p>
      )}
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Fields fields={parameters} />
        </>
      )}
      {hydrated && <TryIt call={call} />}
      <h4>Response</h4>
      {response !== '' && (
        <p>
          <Marked text={response} />
        </p>
      )}
      {fields.length > 0 && <Fields fields={fields} />}
    </details>
  );
}
