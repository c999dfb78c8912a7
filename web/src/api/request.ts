import { API_BASE_PATH, type ClientEndpoint } from 'functions/contract';

/** A call's input; each part only if the endpoint has it. */
export interface CallInput {
  params?: object;
  query?: object;
  body?: object | undefined;
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
export function requestPath({ path }: ClientEndpoint, input: CallInput): string {
  const params = new Map<string, unknown>(Object.entries(input.params ?? {}));
  const filled = path.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = formOf(input.query ?? {}).toString();
  return API_BASE_PATH + (query === '' ? filled : `${filled}?${query}`);
}

/** What a call sends in headers. */
interface SentHeaders {
  /** the bearer token, if any */
  bearer?: string | null;
  /** the write's random UUID */
  idempotencyKey?: string | undefined;
}

/**
 * The fetch options of a call. Cookies are sent only with the calls that use them, because the voter
 * cookie would otherwise split the CDN's cache by browser. A write continues after its page closes.
 */
export function requestInit(
  { method, cookie, bodyType = 'application/json' }: ClientEndpoint,
  body?: object,
  { bearer = null, idempotencyKey }: SentHeaders = {},
): RequestInit {
  const isJson = bodyType === 'application/json';
  return {
    method,
    credentials: cookie === undefined ? 'omit' : 'same-origin',
    keepalive: method !== 'GET',
    headers: {
      ...(body && { 'Content-Type': bodyType }),
      ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body && { body: isJson ? JSON.stringify(body) : formOf(body) }),
  };
}
