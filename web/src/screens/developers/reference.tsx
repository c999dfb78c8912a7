import { API_BASE_PATH } from 'functions/contract';
import { use } from 'react';
import { reference, type ReferenceCall, type Term } from 'virtual:api-reference';
import { SiteOrigin } from '../../ui/head.tsx';
import { CodeBlock } from './code-block.tsx';
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
export function Terms({ terms }: { terms: readonly Term[] }) {
  if (terms.length === 0) return null;
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

/** One call, closed at first: what it does, its parameters, and an example of a request and its response. */
function CallDetails({ call }: { call: ReferenceCall }) {
  const { name, path, summary, description, parameters, example, response } = call;
  const url = use(SiteOrigin) + API_BASE_PATH + example;
  const open = <a href={API_BASE_PATH + example}>{`Open ${example}`}</a>;
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
      <Terms terms={parameters} />
      <CodeBlock
        label={`The request ${name}`}
        caption={open}
        code={`curl${response === undefined ? ' --remote-name' : ''} "${url}"`}
      />
      {response !== undefined && (
        <CodeBlock label={`The response of ${name}`} caption="Response" code={response} />
      )}
    </details>
  );
}

/** Every public call, and the fields of a joke. */
export function Reference() {
  return (
    <>
      <p>
        <Marked
          text={
            `Paths are below \`${API_BASE_PATH}\` and also answer \`HEAD\`. The API calls a fact a joke. ` +
            `Types, limits and the fields of every response are in \`${API_BASE_PATH}/openapi.json\`.`
          }
        />
      </p>
      <h3>A joke</h3>
      <Terms terms={reference.joke} />
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
