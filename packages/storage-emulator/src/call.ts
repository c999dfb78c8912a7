import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { requestedRange } from './byte-range.ts';
import { listObjects } from './list-objects.ts';
import { parseMultipart } from './multipart-body.ts';
import { etagOf, objectResource, type ObjectRecord } from './object-record.ts';
import { parseSettings } from './object-settings.ts';
import type { ObjectStore, Preconditions } from './object-store.ts';
import type { ResumableUploads, UploadProgress } from './resumable-uploads.ts';
import type { Route } from './route.ts';
import { denied, invalid } from './storage-error.ts';

/** The metadata in which Firebase stores the tokens that allow downloads, separated by commas. */
const TOKENS = 'firebaseStorageDownloadTokens';

/** A parsed request. */
export interface Call extends Route {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Answer {
  status: number;
  headers?: Record<string, string | number>;
  /** Sent as JSON unless it is bytes. */
  body?: unknown;
}

export interface StorageState {
  store: ObjectStore;
  uploads: ResumableUploads;
}

/**
 * Answers a call.
 * @throws {StorageError} the error to answer
 */
export function answerCall(call: Call, { store, uploads }: StorageState): Answer {
  const preconditions = preconditionsOf(call);
  switch (call.operation) {
    case 'buckets.get':
      return ok({ kind: 'storage#bucket', id: call.bucket, name: call.bucket });
    case 'objects.list':
      return list(call, store);
    case 'objects.get':
      return ok(objectResource(store.get(call, preconditions)));
    case 'objects.download':
      return download(call, store, store.get(call, preconditions));
    case 'downloads.getUrl':
      return ok(withToken(call, store));
    case 'downloads.get':
      return downloadWithToken(call, store);
    case 'objects.patch':
      return ok(
        objectResource(store.patch(call, parseSettings(call.body.toString()), preconditions)),
      );
    case 'objects.delete':
      store.delete(call, preconditions);
      return { status: 204 };
    case 'objects.rewrite':
      return rewrite(call, store, preconditions);
    case 'objects.insert':
      return insert(call, store, preconditions);
    case 'uploads.start':
      return startUpload(call, { store, uploads }, preconditions);
    case 'uploads.continue': {
      const id = call.parameters.get('upload_id') ?? '';
      const progress = uploads.receive(id, call.headers['content-range'], call.body);
      return continueUpload(id, progress, { store, uploads });
    }
    case 'uploads.cancel':
      uploads.end(call.parameters.get('upload_id') ?? '');
      // Source: https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload
      return { status: 499 };
  }
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function preconditionsOf({ parameters }: Call): Preconditions {
  return {
    ifGenerationMatch: parameters.get('ifGenerationMatch'),
    ifMetagenerationMatch: parameters.get('ifMetagenerationMatch'),
  };
}

/** The object with its download token, which is created if it has none. Without preconditions. */
function withToken(call: Call, store: ObjectStore): Record<string, unknown> {
  let record = store.get(call);
  if (record.settings.metadata?.[TOKENS] === undefined) {
    record = store.patch(call, { texts: {}, metadata: { [TOKENS]: randomUUID() } });
  }
  return { ...objectResource(record), downloadTokens: record.settings.metadata?.[TOKENS] };
}

function downloadWithToken(call: Call, store: ObjectStore): Answer {
  const record = store.get(call);
  const tokens = record.settings.metadata?.[TOKENS]?.split(',') ?? [];
  if (!tokens.includes(call.parameters.get('token') ?? '')) throw denied();
  return download(call, store, record);
}

function list({ bucket, parameters }: Call, store: ObjectStore): Answer {
  const maxResults = Number(parameters.get('maxResults') ?? 1000);
  if (!Number.isInteger(maxResults) || maxResults < 1)
    throw invalid('maxResults is not a positive integer.');
  const { items, prefixes, ...more } = listObjects(
    store.all().filter((object) => object.bucket === bucket),
    {
      prefix: parameters.get('prefix') ?? '',
      delimiter: parameters.get('delimiter') ?? '',
      maxResults: Math.min(maxResults, 1000),
      pageToken: parameters.get('pageToken') ?? '',
    },
  );
  return ok({
    kind: 'storage#objects',
    items: items.map(objectResource),
    ...(prefixes.length > 0 ? { prefixes } : {}),
    ...more,
  });
}

function download({ headers }: Call, store: ObjectStore, record: ObjectRecord): Answer {
  const content = store.content(record);
  const range = requestedRange(headers.range, record.size);
  const part = range === null ? content : content.subarray(range.first, range.last + 1);
  const { contentType, cacheControl } = record.settings;
  return {
    status: range === null ? 200 : 206,
    headers: {
      'content-type': contentType ?? 'application/octet-stream',
      'content-length': part.byteLength,
      'accept-ranges': 'bytes',
      'last-modified': new Date(record.updated).toUTCString(),
      etag: etagOf(record),
      'x-goog-hash': `crc32c=${record.crc32c},md5=${record.md5Hash}`,
      'x-goog-generation': record.generation,
      'x-goog-metageneration': record.metageneration,
      'x-goog-stored-content-length': record.size,
      'x-goog-stored-content-encoding': 'identity',
      ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
      ...(range === null
        ? {}
        : { 'content-range': `bytes ${range.first}-${range.last}/${record.size}` }),
    },
    body: part,
  };
}

function rewrite(call: Call, store: ObjectStore, preconditions: Preconditions): Answer {
  if (call.target === null) throw invalid('A copy needs a target.');
  const source = store.get(call);
  const given = call.body.toString().trim();
  // Settings that are given replace all of the source's.
  const isGiven = given !== '' && given !== '{}';
  const settings = parseSettings(isGiven ? given : JSON.stringify(source.settings));
  const copy = store.insert(call.target, settings, store.content(source), preconditions);
  return ok({
    kind: 'storage#rewriteResponse',
    totalBytesRewritten: String(copy.size),
    objectSize: String(copy.size),
    done: true,
    resource: objectResource(copy),
  });
}

function insert(call: Call, store: ObjectStore, preconditions: Preconditions): Answer {
  const body = parseMultipart(call.headers['content-type'] ?? '', call.body);
  const settings = parseSettings(body.settings);
  const { contentType = body.contentType } = settings.texts;
  const patch = { ...settings, texts: { ...settings.texts, contentType } };
  return ok(objectResource(store.insert(call, patch, body.content, preconditions)));
}

function startUpload(call: Call, state: StorageState, preconditions: Preconditions): Answer {
  state.store.check(call, preconditions);
  const settings = parseSettings(call.body.toString());
  const announced = call.headers['x-upload-content-type'];
  if (typeof announced === 'string') settings.texts.contentType ??= announced;
  const address = { bucket: call.bucket, name: call.name };
  const id = state.uploads.start({ address, settings, preconditions });
  const query = new URLSearchParams({ uploadType: 'resumable', name: call.name, upload_id: id });
  const path = `/upload/storage/v1/b/${encodeURIComponent(call.bucket)}/o?${query.toString()}`;
  return { status: 200, headers: { location: `http://${call.headers.host ?? ''}${path}` } };
}

function continueUpload(
  id: string,
  { session, complete }: UploadProgress,
  { store, uploads }: StorageState,
): Answer {
  const received = session.received.byteLength;
  if (!complete) {
    const headers: Record<string, string> = {};
    if (received > 0) headers['range'] = `bytes=0-${received - 1}`;
    return { status: 308, headers };
  }
  const { address, settings, preconditions } = session;
  const record = store.insert(address, settings, session.received, preconditions);
  uploads.end(id);
  return ok(objectResource(record));
}
