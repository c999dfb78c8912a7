import { API_BASE_PATH } from 'functions/contract';
import { reference, type Field, type ReferenceCall } from 'virtual:api-reference';
import styles from './developers.module.css';

/** A text whose parts between backticks are code. */
export function Marked({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>,
    );
}

/** Terms, names or values, each with a text. */
export function Terms({ terms }: { terms: readonly (readonly [term: string, text: string])[] }) {
  return (
    <dl className={styles.fields}>
      {terms.map(([term, text]) => (
        <div key={term}>
          <dt>
            <Marked text={term} />
          </dt>
          <dd>
            <Marked text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields or parameters, with their types. */
function Fields({ fields }: { fields: readonly Field[] }) {
  const terms = fields.map(
    ({ name, type, text }) => [`\`${name}\``, text === '' ? type : `${type}. ${text}`] as const,
  );
  return <Terms terms={terms} />;
}

/** One call, closed at first: its input, its response, and an example to open. */
function CallDetails({ call }: { call: ReferenceCall }) {
  const { name, path, summary, description, parameters, example, response, fields } = call;
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
      <p>
        <a href={API_BASE_PATH + example}>{`Open ${example}`}</a>
      </p>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Fields fields={parameters} />
        </>
      )}
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

/** Every public call, and the fields of a joke. */
export function Reference() {
  return (
    <>
      <p>
        {'Paths are below '}
        <code>{API_BASE_PATH}</code>
        {' and also answer '}
        <code>HEAD</code>
        {'. Unless noted, the CDN caches responses for a minute. The API calls a fact a joke.'}
      </p>
      <h3>A joke</h3>
      <Fields fields={reference.joke} />
      {reference.groups.map(({ name, calls }) => (
        <section key={name}>
          <h3>{name}</h3>
          {calls.map((call) => (
            <CallDetails key={call.name} call={call} />
          ))}
        </section>
      ))}
    </>
  );
}
