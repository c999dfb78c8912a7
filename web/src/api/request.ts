import { API_BASE_PATH, type ClientEndpoint } from 'functions/contract';

/** A call's input; each part only if the endpoint has it. */
export interface CallInput {
  params?: object;
  query?: object;
  body?: object;
}

function pathOf(template: string, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params));
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

/** Form fields in the order given, without undefined values. */
function formOf(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

/** The path of a call on the site's origin: parameters filled in, query appended. */
export function requestPath(endpoint: ClientEndpoint, input: CallInput): string {
  const path = API_BASE_PATH + pathOf(endpoint.path, input.params ?? {});
  const query = formOf(input.query ?? {}).toString();
  return query === '' ? path : `${path}?${query}`;
}

function bodyTypeOf(endpoint: ClientEndpoint): string {
  return endpoint.bodyType ?? 'application/json';
}

function encoded(endpoint: ClientEndpoint, body: object): string | URLSearchParams {
  return bodyTypeOf(endpoint) === 'application/json' ? JSON.stringify(body) : formOf(body);
}

/**
 * The fetch options of a call. Cookies are sent only with the calls that use them, because the voter
 * cookie would otherwise split the CDN's cache by browser. A write continues after its page closes.
 * @param bearer the bearer token, if any
 */
export function requestInit(
  endpoint: ClientEndpoint,
  input: CallInput,
  bearer: string | null = null,
): RequestInit {
  const { body } = input;
  return {
    method: endpoint.method,
    credentials: endpoint.cookie === 'voter' ? 'same-origin' : 'omit',
    keepalive: endpoint.method !== 'GET',
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': bodyTypeOf(endpoint) }),
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: encoded(endpoint, body) }),
  };
}
