import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { closeServer, listeningPort } from '../../../local/stack/http-server.ts';

export const PROJECT = 'my-facts-site';
/** Where firebase-tools names the variables with the addresses of Google's services. */
const SERVICES = 'firebase-tools/lib/api.js';
const NUMBER = '123456789012';
const DATABASE = `projects/${PROJECT}/databases/(default)`;
const SITE = `projects/${NUMBER}/sites/${PROJECT}`;
const SECRET = `projects/${NUMBER}/secrets/SETUP_KEY`;

interface Call {
  /** what `*` in the route stands for */
  parts: string[];
  body: Buffer;
  json: Record<string, unknown>;
}
type Answer = (call: Call) => unknown;

const object = z.record(z.string(), z.unknown());
const files = z.object({ files: z.record(z.string(), z.string()) });
const payload = z.object({ payload: z.object({ data: z.string() }) });

/** What a project of Google's has; tests set it up and read what was deployed. */
interface CloudProject {
  database: { locationId: string } | undefined;
  indexes: Record<string, unknown>[];
  secret: string | undefined;
  functions: Record<string, unknown>[];
  /** the function's files, as a ZIP archive */
  source: Buffer;
  /** the contents of the released files, by path */
  released: Map<string, string>;
  rulesets: unknown[];
}

const ready = {
  latestReadyRevisionName: 'api-00001',
  observedGeneration: 1,
  conditions: [{ type: 'Ready', status: 'True' }],
};

/** What the services answer, by method and path, as firebase-tools expects; undefined: 404. */
function routes(cloud: CloudProject, origin: () => string): Record<string, Answer> {
  const uploaded = new Map<string, string>();
  let listed: Record<string, string> = {};
  let listings = 0;
  const done = (response?: unknown) => ({ name: 'operations/done', done: true, response });
  const ifSecret = (answer: unknown) => (cloud.secret === undefined ? undefined : answer);
  const version = { name: `${SECRET}/versions/1`, state: 'ENABLED' };
  const secret = { name: SECRET, labels: { 'firebase-managed': 'functions' } };
  return {
    'POST **/token': () => ({ access_token: 'token', expires_in: 3600 }),
    'GET /v1/projects/*': () => ({ projectId: PROJECT, projectNumber: NUMBER }),
    '* **:getIamPolicy': () => ({ bindings: [] }),
    'GET /v1/projects/*/services/*': () => ({ state: 'ENABLED' }),
    'GET /v1beta1/projects/*': () => ({
      projectId: PROJECT,
      projectNumber: NUMBER,
      resources: { hostingSite: PROJECT },
    }),
    'GET /v1/projects/*/billingInfo': () => ({ billingEnabled: true }),

    'GET /v1alpha/projects/*/defaultBucket': () => ({
      bucket: { name: `projects/${PROJECT}/buckets/${PROJECT}.firebasestorage.app` },
    }),
    'POST /v1/projects/*/rulesets': ({ json }) => {
      cloud.rulesets.push(json);
      return { name: `projects/${PROJECT}/rulesets/${cloud.rulesets.length}` };
    },

    [`GET /v1/${DATABASE}`]: () => cloud.database && { name: DATABASE, ...cloud.database },
    [`GET /v1/${DATABASE}/collectionGroups/-/indexes`]: () => {
      // They are built when they are listed for the second time.
      if (cloud.indexes.length > 0) listings += 1;
      const state = listings > 1 ? 'READY' : 'CREATING';
      return { indexes: cloud.indexes.map((index) => ({ ...index, state })) };
    },
    [`POST /v1/${DATABASE}/collectionGroups/*/indexes`]: ({ parts: [group], json }) => {
      const name = `${DATABASE}/collectionGroups/${group}/indexes/${cloud.indexes.length}`;
      cloud.indexes.push({ name, ...json });
      return {};
    },

    'GET /v1/projects/*/secrets/SETUP_KEY': () => ifSecret(secret),
    'GET /v1/projects/*/secrets/SETUP_KEY/versions': () => ifSecret({ versions: [version] }),
    'GET /v1/projects/*/secrets/SETUP_KEY/versions/*': () => ifSecret(version),
    'POST /v1/projects/*/secrets': () => secret,
    'POST /v1/projects/*/secrets/SETUP_KEY:addVersion': ({ json }) => {
      const { data } = payload.parse(json).payload;
      cloud.secret = Buffer.from(data, 'base64').toString();
      return version;
    },

    'POST /v2/projects/*/locations/*/functions:generateUploadUrl': () => ({
      uploadUrl: `${origin()}/upload/function`,
      storageSource: { bucket: 'sources', object: 'function.zip' },
    }),
    'PUT /upload/function': ({ body }) => {
      cloud.source = body;
      return {};
    },
    'POST /v2/projects/*/locations/*/functions': ({ parts: [, region], json }) => {
      const service = `projects/${PROJECT}/locations/${region}/services/api`;
      const serviceConfig = { ...object.parse(json['serviceConfig']), service };
      cloud.functions.push({ ...json, serviceConfig, state: 'ACTIVE', url: `${origin()}/run` });
      return { name: `projects/${PROJECT}/locations/${region}/operations/created` };
    },
    'GET /v2/projects/*/locations/*/operations/*': () => done(cloud.functions[0]),
    'GET /v1/projects/*/locations/*/services/api': ({ parts: [, region] }) => ({
      metadata: {
        name: 'api',
        namespace: NUMBER,
        generation: 1,
        labels: { 'cloud.googleapis.com/location': region },
      },
      spec: { traffic: [{ revisionName: 'api-00001', percent: 100 }] },
      status: ready,
    }),
    'PUT /v1/projects/*/locations/*/services/api': ({ json }) => ({ ...json, status: ready }),

    'POST /v1beta1/projects/*/sites/*/versions': () => ({ name: `${SITE}/versions/1` }),
    'POST /v1beta1/**:populateFiles': ({ json }) => {
      listed = files.parse(json).files;
      const uploadRequiredHashes = Object.values(listed);
      return { uploadRequiredHashes, uploadUrl: `${origin()}/upload/hosting` };
    },
    'POST /upload/hosting/*': ({ parts: [hash = ''], body }) => {
      if (createHash('sha256').update(body).digest('hex') !== hash) return undefined;
      uploaded.set(hash, gunzipSync(body).toString());
      return {};
    },
    'POST /v1beta1/projects/*/sites/*/channels/live/releases': () => {
      for (const [path, hash] of Object.entries(listed)) {
        cloud.released.set(path, uploaded.get(hash) ?? '');
      }
      return { name: `${SITE}/releases/1` };
    },

    'GET /__/firebase/init.json': () => ({
      apiKey: 'key',
      authDomain: `${PROJECT}.firebaseapp.com`,
      projectId: PROJECT,
    }),
    // What else is asked for does not exist; what else is sent is accepted.
    'GET /api/**': () => undefined,
    'GET **': () => ({}),
    '* **': ({ json }) => json,
  };
}

const asPattern = (route: string) =>
  new RegExp(
    `^${route.replaceAll(/[()\\.]/g, '\\$&').replaceAll(/\*\*?/g, (star) => (star === '*' ? '([^/:]+)' : '(.+)'))}$`,
  );

/** Stands in for the APIs of Google that a deployment uses, and for the site's Hosting at the same origin. */
export async function startGoogle() {
  const cloud: CloudProject = {
    database: { locationId: 'eur3' },
    indexes: [],
    secret: undefined,
    functions: [],
    source: Buffer.alloc(0),
    released: new Map(),
    rulesets: [],
  };
  /** What was requested, by method and path, in order. */
  const requests: string[] = [];
  let origin = '';
  const table = Object.entries(routes(cloud, () => origin)).map(
    ([route, answer]) => [asPattern(route), answer] as const,
  );
  const server = createServer((request, response) => {
    void (async () => {
      const path = decodeURIComponent(new URL(request.url ?? '', 'http://google').pathname);
      const name = `${request.method} ${path}`;
      const body = Buffer.concat(await request.toArray());
      const page = cloud.released.get(`/${path === '/login' ? 'app' : ''}.html`);
      if (page) return response.setHeader('content-type', 'text/html').end(page);
      requests.push(name);
      const [pattern, answer] = table.find(([pattern]) => pattern.test(name)) ?? [];
      const [, ...parts] = pattern?.exec(name) ?? [];
      const isJson = request.headers['content-type']?.startsWith('application/json') === true;
      const json = isJson && body.length > 0 ? object.parse(JSON.parse(body.toString())) : {};
      const found = answer?.({ parts, body, json });
      return response
        .writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(found ?? { error: { code: 404, message: 'not found' } }));
    })();
  });
  origin = `http://127.0.0.1:${await listeningPort(server.listen(0, '127.0.0.1'))}`;
  const services = readFileSync(fileURLToPath(import.meta.resolve(SERVICES)), 'utf8');
  return {
    origin,
    cloud,
    requests,
    /** What firebase-tools needs in its environment: the address of each of Google's services, too. */
    environment: Object.fromEntries([
      ['FIREBASE_TOKEN', 'token'],
      ...Array.from(services.matchAll(/envOverride\("(\w+)", "https:/g), ([, name]) => [
        name,
        origin,
      ]),
    ]),
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
