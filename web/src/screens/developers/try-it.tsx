import { useMutation } from '@tanstack/react-query';
import { API_BASE_PATH } from 'functions/contract';
import { useId, type FormEvent } from 'react';
import { request } from '../../api/call.ts';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { TextField, textOf } from '../../ui/text-field.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './developers.module.css';
import { Terms } from './marked.tsx';
import type { ReferenceCall } from 'virtual:api-reference';

/** The response headers that clients of the API have a use for. */
const SHOWN_HEADERS = ['content-type', 'cache-control', 'etag', 'retry-after', 'x-request-id'];
/** More would slow the page down. */
const MAXIMUM_SHOWN = 20_000;

/** The origin in the examples of the OpenAPI document. */
const EXAMPLE_ORIGIN = 'https://facts.example';

/** A call's path and query with the values of a form; a parameter without a value is left out. */
function urlOf({ path, parameters }: ReferenceCall, form: FormData): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, place } of parameters) {
    const value = textOf(form, name);
    if (place === 'path') filled = filled.replace(`{${name}}`, () => encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  const search = query.toString();
  return `${API_BASE_PATH}${filled}${search === '' ? '' : `?${search}`}`;
}

/** JSON with one value a line; any other text as it is. */
export function formatted(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON.
  }
  return shown.length <= MAXIMUM_SHOWN ? shown : `${shown.slice(0, MAXIMUM_SHOWN)}\n…`;
}

function isImage({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('image/') === true;
}

/** Sends a GET like another site's script, and measures it. The text of an image is empty. */
export async function tryCall(url: string) {
  const started = performance.now();
  const { response, body } = await request(url, {}, async (each) =>
    isImage(each) ? '' : await each.text(),
  );
  return { response, text: body, milliseconds: Math.round(performance.now() - started) };
}

type Tried = Awaited<ReturnType<typeof tryCall>>;

/** The status of a response, and how long it took. */
export const resultOf = ({ response, milliseconds }: Tried): string =>
  `${response.status} in ${milliseconds} ms`;

function Parameter({ parameter }: { parameter: ReferenceCall['parameters'][number] }) {
  const id = useId();
  const { name, options, value, required, isNumber } = parameter;
  if (!options) {
    return (
      <TextField
        label={name}
        name={name}
        defaultValue={value.replace(EXAMPLE_ORIGIN, location.origin)}
        required={required}
        inputMode={isNumber ? 'numeric' : 'text'}
        autoComplete="off"
        spellCheck={false}
      />
    );
  }
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {name}
      </label>
      <select className="field" id={id} name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  );
}

function Result({ url, tried: { response, text } }: { url: string; tried: Tried }) {
  const { headers, ok } = response;
  return (
    <>
      <Terms
        terms={SHOWN_HEADERS.filter((name) => headers.has(name)).map((name) => [
          `\`${name}\``,
          headers.get(name) ?? '',
        ])}
      />
      {ok && isImage(response) ? (
        <img className={styles.image} src={url} alt="What the call returned" />
      ) : (
        <CodeBlock label={`Response of ${url}`} caption="Response" code={formatted(text)} />
      )}
    </>
  );
}

/** Makes a call with the values of a form and shows the response. */
export function TryIt({ call }: { call: ReferenceCall }) {
  const online = useOnline();
  const attempt = useMutation({ mutationFn: tryCall });
  const { mutate, variables: url, data: tried, error, isPending } = attempt;
  const run = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(urlOf(call, new FormData(event.currentTarget)));
  };
  return (
    <form className="stack" aria-label={`Try GET ${call.path}`} onSubmit={run}>
      {call.parameters.length > 0 && (
        <div className={styles.inputs}>
          {call.parameters.map((parameter) => (
            <Parameter key={parameter.name} parameter={parameter} />
          ))}
        </div>
      )}
      <div>
        <BusyButton type="submit" busy={isPending}>
          {isPending ? 'Running...' : 'Run'}
        </BusyButton>
      </div>
      {!online && <p>You are offline. A call needs a connection.</p>}
      <div role="status">
        {url !== undefined && !isPending && (
          <p>
            <code>{`GET ${url}`}</code>
            <br />
            {tried ? (
              <b>{resultOf(tried)}</b>
            ) : (
              <b className="field-error">{messageOf(error, '')}</b>
            )}
          </p>
        )}
      </div>
      {url !== undefined && tried && <Result url={url} tried={tried} />}
    </form>
  );
}
