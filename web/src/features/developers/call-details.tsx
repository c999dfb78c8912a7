import { useHydrated } from '../../components/use-hydrated.ts';
import { Marked, Terms } from './marked.tsx';
import type { Field, ReferenceCall } from 'virtual:api-reference';
import { TryIt } from './try-it.tsx';

function Fields({ fields }: { fields: readonly Field[] }) {
  const terms = fields.map(
    ({ name, type, text }) => [`\`${name}\``, text === '' ? type : `${type}. ${text}`] as const,
  );
  return <Terms terms={terms} />;
}

/** One call of the reference, closed at first: its input, its response, its errors, and a form to try it. */
export function CallDetails({ call }: { call: ReferenceCall }) {
  const hydrated = useHydrated();
  const { name, path, summary, description, cached, parameters, media, like, fields = [] } = call;
  return (
    <details className="api-call" id={name}>
      <summary>
        <code>GET {path}</code> <span>{summary}</span>
      </summary>
      {description !== '' && (
        <p>
          <Marked text={description} />
        </p>
      )}
      <h4>Parameters</h4>
      {parameters.length === 0 ? <p>None.</p> : <Fields fields={parameters} />}
      {hydrated && (
        <>
          <h4>Try it</h4>
          <TryIt call={call} />
        </>
      )}
      <h4>Response</h4>
      <p>
        <code>{media}</code>; cached: {cached}.
        {like !== undefined && (
          <>
            {' '}
            The same fields as <code>GET {like}</code>.
          </>
        )}
      </p>
      {fields.length > 0 && <Fields fields={fields} />}
      <h4>Errors</h4>
      <Terms terms={call.errors.map(([status, text]) => [`\`${status}\``, text])} />
    </details>
  );
}
