import { invalid, notImplemented, StorageError } from './storage-error.ts';

const BUCKET = '/b/(?<bucket>[^/]+)';
const OBJECT = `${BUCKET}/o/(?<name>[^/]+)`;
const UPLOAD = `/upload/storage/v1${BUCKET}/o`;
/** Firebase's own API, of which only the Admin SDK's getDownloadURL and its URLs are served. */
const FIREBASE_OBJECT = `/v0${OBJECT}`;
const COPY = `${OBJECT}/rewriteTo/b/(?<targetBucket>[^/]+)/o/(?<targetName>[^/]+)`;
const MEDIA = { alt: 'media' };
const MULTIPART = { uploadType: 'multipart' };
const RESUMABLE = { uploadType: 'resumable' };
const CONDITIONS = ['ifGenerationMatch', 'ifMetagenerationMatch'];
const LISTING = ['prefix', 'delimiter', 'maxResults', 'pageToken'];
const CONTINUED = ['name', 'upload_id', ...CONDITIONS];

/** Each call with its method, path, the parameters that tell it from the next ones, and the others. */
const CALLS = [
  ['buckets.get', 'GET', BUCKET, {}, []],
  ['objects.list', 'GET', `${BUCKET}/o`, {}, LISTING],
  ['objects.download', 'GET', OBJECT, MEDIA, CONDITIONS],
  ['objects.get', 'GET', OBJECT, {}, CONDITIONS],
  ['objects.patch', 'PATCH', OBJECT, {}, CONDITIONS],
  ['objects.delete', 'DELETE', OBJECT, {}, CONDITIONS],
  ['objects.rewrite', 'POST', COPY, {}, CONDITIONS],
  ['objects.insert', 'POST', UPLOAD, MULTIPART, ['name', ...CONDITIONS]],
  ['uploads.start', 'POST', UPLOAD, RESUMABLE, ['name', ...CONDITIONS]],
  ['uploads.continue', 'PUT', UPLOAD, RESUMABLE, CONTINUED],
  ['uploads.cancel', 'DELETE', UPLOAD, RESUMABLE, CONTINUED],
  ['downloads.get', 'GET', FIREBASE_OBJECT, MEDIA, ['token']],
  ['downloads.getUrl', 'GET', FIREBASE_OBJECT, {}, []],
] as const;

/** The calls that the emulator answers. */
export type Operation = (typeof CALLS)[number][0];

/** What a request's method, path and query ask for. */
export interface Route {
  operation: Operation;
  bucket: string;
  /** The object's name; empty if the call is not about an object. */
  name: string;
  /** Where `objects.rewrite` copies to. */
  target: { bucket: string; name: string } | null;
  parameters: ReadonlyMap<string, string>;
}

/**
 * Parses a request.
 * @param method HTTP method
 * @param url path and query, unparsed: a URL parser would resolve names such as `..`
 * @throws {StorageError} 501 for a call or parameter that is not implemented, 400 for a malformed one
 */
export function parseRoute(method: string, url: string): Route {
  const [path = '', query = ''] = url.split('?');
  const parameters = new Map(new URLSearchParams(query));
  for (const [operation, ofMethod, pattern, fixed, others] of CALLS) {
    const groups = new RegExp(`^${pattern}$`).exec(path)?.groups;
    const fits = Object.entries(fixed).every(([key, value]) => parameters.get(key) === value);
    if (method !== ofMethod || groups === undefined || !fits) continue;
    const known: readonly string[] = [...Object.keys(fixed), ...others];
    const unknown = [...parameters.keys()].find((key) => !known.includes(key));
    if (unknown !== undefined) throw notImplemented(`the parameter "${unknown}" here`);
    const { bucket, targetBucket, targetName } = groups;
    const inPath = groups['name'] && decode(groups['name']);
    const name = pattern === UPLOAD ? (parameters.get('name') ?? '') : inPath;
    return {
      operation,
      bucket: decode(bucket),
      name: name === undefined ? '' : checked(name),
      target: targetName
        ? { bucket: decode(targetBucket), name: checked(decode(targetName)) }
        : null,
      parameters,
    };
  }
  throw notImplemented(`${method} ${path}`);
}

function decode(segment = ''): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalid('The path is not percent-encoded UTF-8.');
  }
}

// Source: https://cloud.google.com/storage/docs/objects#naming
function checked(name: string): string {
  const length = Buffer.byteLength(name);
  if (length < 1 || length > 1024 || /[\r\n]/.test(name) || name === '.' || name === '..') {
    throw new StorageError(400, 'invalid', 'The object name is not allowed.');
  }
  return name;
}
