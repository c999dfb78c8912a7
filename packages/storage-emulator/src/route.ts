import { invalid, notImplemented, StorageError } from './storage-error.ts';

/** The calls of the JSON API that the emulator answers. */
export type Operation =
  | 'buckets.get'
  | 'objects.list'
  | 'objects.get'
  | 'objects.download'
  | 'objects.patch'
  | 'objects.delete'
  | 'objects.rewrite'
  | 'objects.insert'
  | 'uploads.start'
  | 'uploads.continue'
  | 'uploads.cancel';

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

const PRECONDITIONS = ['ifGenerationMatch', 'ifMetagenerationMatch'];

const PARAMETERS: Record<Operation, readonly string[]> = {
  'buckets.get': [],
  'objects.list': ['prefix', 'delimiter', 'maxResults', 'pageToken'],
  'objects.get': PRECONDITIONS,
  'objects.download': ['alt', ...PRECONDITIONS],
  'objects.patch': PRECONDITIONS,
  'objects.delete': PRECONDITIONS,
  'objects.rewrite': PRECONDITIONS,
  'objects.insert': ['uploadType', 'name', ...PRECONDITIONS],
  'uploads.start': ['uploadType', 'name', ...PRECONDITIONS],
  'uploads.continue': ['uploadType', 'name', 'upload_id', ...PRECONDITIONS],
  'uploads.cancel': ['uploadType', 'name', 'upload_id', ...PRECONDITIONS],
};

const PATH = /^\/b\/([^/]+)(?:\/(o)(?:\/([^/]+)(?:\/rewriteTo\/b\/([^/]+)\/o\/([^/]+))?)?)?$/;
const UPLOAD_PATH = /^\/upload\/storage\/v1\/b\/([^/]+)\/o$/;

/**
 * Parses a request.
 * @param method HTTP method
 * @param url path and query, unparsed: a URL parser would resolve names such as `..`
 * @throws {StorageError} 501 for a call or parameter that is not implemented, 400 for a malformed one
 */
export function parseRoute(method: string, url: string): Route {
  const [path = '', query = ''] = url.split('?');
  const parameters = new Map(new URLSearchParams(query));
  const found = parseUpload(method, path, parameters) ?? parsePath(method, path, parameters);
  if (found === null) throw notImplemented(`${method} ${path}`);
  const known = PARAMETERS[found.operation];
  for (const name of parameters.keys()) {
    if (!known.includes(name)) throw notImplemented(`the parameter "${name}" here`);
  }
  return { ...found, parameters };
}

type Found = Omit<Route, 'parameters'>;

function parseUpload(method: string, path: string, parameters: Map<string, string>): Found | null {
  const match = UPLOAD_PATH.exec(path);
  if (match === null) return null;
  const operation = uploadOperation(method, parameters);
  if (operation === null) return null;
  return {
    operation,
    bucket: decode(match[1]),
    name: checkedName(parameters.get('name') ?? ''),
    target: null,
  };
}

function uploadOperation(method: string, parameters: Map<string, string>): Operation | null {
  const uploadType = parameters.get('uploadType');
  if (method === 'POST' && uploadType === 'multipart') return 'objects.insert';
  if (uploadType !== 'resumable') return null;
  if (method === 'POST') return 'uploads.start';
  if (method === 'PUT') return 'uploads.continue';
  return method === 'DELETE' ? 'uploads.cancel' : null;
}

function parsePath(method: string, path: string, parameters: Map<string, string>): Found | null {
  const match = PATH.exec(path);
  if (match === null) return null;
  const [, bucket, objects, name, targetBucket, targetName] = match;
  const operation = pathOperation(method, {
    objects: objects !== undefined,
    object: name !== undefined,
    rewrite: targetName !== undefined,
    media: parameters.get('alt') === 'media',
  });
  if (operation === null) return null;
  return {
    operation,
    bucket: decode(bucket),
    name: name === undefined ? '' : checkedName(decode(name)),
    target:
      targetName === undefined
        ? null
        : { bucket: decode(targetBucket), name: checkedName(decode(targetName)) },
  };
}

function pathOperation(
  method: string,
  path: { objects: boolean; object: boolean; rewrite: boolean; media: boolean },
): Operation | null {
  if (path.rewrite) return method === 'POST' ? 'objects.rewrite' : null;
  if (path.object) {
    if (method === 'GET') return path.media ? 'objects.download' : 'objects.get';
    if (method === 'PATCH') return 'objects.patch';
    return method === 'DELETE' ? 'objects.delete' : null;
  }
  if (method !== 'GET') return null;
  return path.objects ? 'objects.list' : 'buckets.get';
}

function decode(segment = ''): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalid('The path is not percent-encoded UTF-8.');
  }
}

// Source: https://cloud.google.com/storage/docs/objects#naming
function checkedName(name: string): string {
  const length = Buffer.byteLength(name);
  if (length < 1 || length > 1024 || /[\r\n]/.test(name) || name === '.' || name === '..') {
    throw new StorageError(400, 'invalid', 'The object name is not allowed.');
  }
  return name;
}
