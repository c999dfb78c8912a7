import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { closeServer, listeningPort } from '../../../local/stack/http-server.ts';

export const PROJECT = 'my-facts-site';
const NUMBER = '123456789012';

/** The variables with which firebase-tools finds the services that a deployment uses, and a path for each. */
const SERVICES = {
  FIREBASE_TOKEN_URL: 'token',
  FIREBASE_API_URL: 'firebase',
  FIREBASE_RESOURCEMANAGER_URL: 'resourcemanager',
  FIREBASE_SERVICE_USAGE_URL: 'serviceusage',
  FIREBASE_IAM_URL: 'iam',
  FIREBASE_RULES_URL: 'rules',
  FIREBASE_FIREBASESTORAGE_URL: 'firebasestorage',
  FIREBASE_STORAGE_URL: 'storage',
  FIREBASE_HOSTING_API_URL: 'hosting',
  FIREBASE_FUNCTIONS_URL: 'functions',
  FIREBASE_FUNCTIONS_V2_URL: 'functions',
  FIREBASE_RUNTIMECONFIG_URL: 'runtimeconfig',
  FIREBASE_CLOUDBILLING_URL: 'billing',
  FIREBASE_CLOUDBUILD_URL: 'cloudbuild',
  FIREBASE_EXT_URL: 'extensions',
  FIREBASE_PUBSUB_URL: 'pubsub',
  FIREBASE_REALTIME_URL: 'realtime',
  EVENTARC_URL: 'eventarc',
  FIRESTORE_URL: 'firestore',
  CLOUD_RUN_URL: 'run',
  CLOUD_RUN_API_URL: 'run',
  CLOUD_SECRET_MANAGER_URL: 'secretmanager',
  COMPUTE_URL: 'compute',
  ARTIFACT_REGISTRY_DOMAIN: 'artifactregistry',
};

interface Call {
  /** what `*` in the route stands for */
  parts: string[];
  body: Buffer;
  json: Record<string, unknown>;
}
type Answer = (call: Call) => unknown;

/** A refusal in the form of Google's APIs. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const object = z.record(z.string(), z.unknown());
const files = z.object({ files: z.record(z.string(), z.string()) });
const payload = z.object({ payload: z.object({ data: z.string() }) });
const environment = z.object({
  serviceConfig: z.looseObject({ environmentVariables: z.record(z.string(), z.string()) }),
});

/** What a project of Google's has; tests set it up and read what was deployed. */
export interface CloudProject {
  database: { locationId: string } | undefined;
  /** how often the indexes are listed before they are built */
  indexPolls: number;
  indexes: Record<string, unknown>[];
  fields: Record<string, unknown>[];
  secret: string | undefined;
  functions: Record<string, unknown>[];
  /** the function's files, as a ZIP archive */
  source: Buffer;
  /** the function's environment */
  environment: Record<string, string>;
  cleanupPolicies: unknown;
  /** the paths of the released files */
  released: Map<string, string>;
  rulesets: unknown[];
}

const emptyProject = (): CloudProject => ({
  database: undefined,
  indexPolls: 1,
  indexes: [],
  fields: [],
  secret: undefined,
  functions: [],
  source: Buffer.alloc(0),
  environment: {},
  cleanupPolicies: undefined,
  released: new Map(),
  rulesets: [],
});

/** The routes of the services, by method and path. Each answers as firebase-tools' code expects. */
function routes(cloud: CloudProject, origin: () => string): Record<string, Answer> {
  const database = `projects/${PROJECT}/databases/(default)`;
  const secretName = `projects/${NUMBER}/secrets/SETUP_KEY`;
  const version = { name: `${secretName}/versions/1`, state: 'ENABLED' };
  const site = `projects/${NUMBER}/sites/${PROJECT}`;
  const uploaded = new Map<string, string>();
  let listed: Record<string, string> = {};
  const existing = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Refused(404, 'not found');
    return value;
  };
  const withSecret = (answer: unknown) => {
    existing(cloud.secret);
    return answer;
  };
  const secret = { name: secretName, labels: { 'firebase-managed': 'functions' } };
  const done = (response: unknown) => ({ name: 'operations/done', done: true, response });
  let operation: unknown;
  return {
    'POST /token/oauth2/v3/token': () => ({ access_token: 'token', expires_in: 3600 }),
    'POST /resourcemanager/v1/projects/*:testIamPermissions': ({ json }) => json,
    'GET /resourcemanager/v1/projects/*': () => ({ projectId: PROJECT, projectNumber: NUMBER }),
    'POST /resourcemanager/v1/projects/*:getIamPolicy': () => ({ bindings: [], version: 1 }),
    'POST /resourcemanager/v1/projects/*:setIamPolicy': ({ json }) => json['policy'],
    'GET /serviceusage/v1/projects/*/services/*': () => ({ state: 'ENABLED' }),
    'POST /serviceusage/v1beta1/projects/*/services/*:generateServiceIdentity': () => done({}),
    'GET /firebase/v1beta1/projects/*': () => ({
      projectId: PROJECT,
      projectNumber: NUMBER,
      resources: { hostingSite: PROJECT },
    }),
    'GET /firebase/v1beta1/projects/*/adminSdkConfig': () => ({
      projectId: PROJECT,
      storageBucket: `${PROJECT}.firebasestorage.app`,
    }),
    'GET /compute/compute/v1/projects/*': () => ({
      defaultServiceAccount: `${NUMBER}-compute@developer.gserviceaccount.com`,
    }),
    'GET /billing/v1/projects/*/billingInfo': () => ({ billingEnabled: true }),
    'GET /runtimeconfig/v1beta1/projects/*/configs': () => ({}),
    'GET /extensions/v1beta/projects/*/instances': () => ({}),

    'GET /firebasestorage/v1alpha/projects/*/defaultBucket': () => ({
      bucket: { name: `projects/${PROJECT}/buckets/${PROJECT}.firebasestorage.app` },
    }),
    'POST /rules/v1/projects/*:test': () => ({}),
    'GET /rules/v1/projects/*/releases': () => ({ releases: [] }),
    'POST /rules/v1/projects/*/rulesets': ({ json }) => {
      cloud.rulesets.push(json);
      return { name: `projects/${PROJECT}/rulesets/${cloud.rulesets.length}` };
    },
    'PATCH /rules/v1/projects/*/releases/**': ({ json }) => json,
    'POST /rules/v1/projects/*/releases': ({ json }) => json,

    [`GET /firestore/v1/${database}`]: () => ({ name: database, ...existing(cloud.database) }),
    'POST /firestore/v1/projects/*/databases': ({ json }) => {
      cloud.database = z.looseObject({ locationId: z.string() }).parse(json);
      return { ...done(cloud.database), name: `${database}/operations/created` };
    },
    [`GET /firestore/v1/${database}/operations/*`]: () => done({}),
    [`GET /firestore/v1/${database}/collectionGroups/-/indexes`]: () => {
      cloud.indexPolls -= cloud.indexes.length > 0 ? 1 : 0;
      const state = cloud.indexPolls < 0 ? 'READY' : 'CREATING';
      return { indexes: cloud.indexes.map((index) => ({ ...index, state })) };
    },
    [`GET /firestore/v1/${database}/collectionGroups/-/fields`]: () => ({ fields: cloud.fields }),
    [`POST /firestore/v1/${database}/collectionGroups/*/indexes`]: ({ parts: [group], json }) => {
      const name = `${database}/collectionGroups/${group}/indexes/${cloud.indexes.length}`;
      cloud.indexes.push({ name, ...json });
      return { name: 'operation' };
    },
    [`PATCH /firestore/v1/${database}/collectionGroups/*/fields/*`]: ({ parts, json }) => {
      const [group, field] = parts;
      cloud.fields.push({ name: `${database}/collectionGroups/${group}/fields/${field}`, ...json });
      return { name: 'operation' };
    },

    'GET /secretmanager/v1/projects/*/secrets/SETUP_KEY': () => withSecret(secret),
    'GET /secretmanager/v1/projects/*/secrets/SETUP_KEY/versions': () =>
      withSecret({ versions: [version] }),
    'GET /secretmanager/v1/projects/*/secrets/SETUP_KEY/versions/*': () => withSecret(version),
    'POST /secretmanager/v1/projects/*/secrets': () => secret,
    'POST /secretmanager/v1/projects/*/secrets/SETUP_KEY:addVersion': ({ json }) => {
      const { data } = payload.parse(json).payload;
      cloud.secret = Buffer.from(data, 'base64').toString();
      return version;
    },
    'GET /secretmanager/v1/projects/*/secrets/SETUP_KEY:getIamPolicy': () => ({ bindings: [] }),
    'POST /secretmanager/v1/projects/*/secrets/SETUP_KEY:setIamPolicy': ({ json }) => json,

    'GET /functions/v1/projects/*/locations/-/functions': () => ({}),
    'GET /functions/v2/projects/*/locations/-/functions': () => ({ functions: cloud.functions }),
    'POST /functions/v2/projects/*/locations/*/functions:generateUploadUrl': () => ({
      uploadUrl: `${origin()}/upload/function`,
      storageSource: { bucket: 'sources', object: 'function.zip' },
    }),
    'PUT /upload/function': ({ body }) => {
      cloud.source = body;
      return {};
    },
    'POST /functions/v2/projects/*/locations/*/functions': ({ parts: [, region], json }) => {
      cloud.environment = environment.parse(json).serviceConfig.environmentVariables;
      const service = `projects/${PROJECT}/locations/${region}/services/api`;
      const config = { ...object.parse(json['serviceConfig']), service };
      const created = { ...json, serviceConfig: config, state: 'ACTIVE', url: `${origin()}/run` };
      cloud.functions.push(created);
      operation = created;
      return { name: `projects/${PROJECT}/locations/${region}/operations/created` };
    },
    'GET /functions/v2/projects/*/locations/*/operations/*': () => done(operation),
    'POST /run/v1/projects/*/locations/*/services/api:setIamPolicy': ({ json }) => json,
    'GET /run/v1/projects/*/locations/*/services/api': ({ parts: [, region] }) => ({
      metadata: {
        name: 'api',
        namespace: NUMBER,
        generation: 1,
        labels: { 'cloud.googleapis.com/location': region },
      },
      spec: { traffic: [{ revisionName: 'api-00001', percent: 100 }] },
      status: ready,
    }),
    'PUT /run/v1/projects/*/locations/*/services/api': ({ json }) => ({ ...json, status: ready }),
    'GET /artifactregistry/v1/projects/*/locations/*/repositories/gcf-artifacts': () => ({
      name: 'gcf-artifacts',
    }),
    'PATCH /artifactregistry/v1/**': ({ json }) => {
      cloud.cleanupPolicies = json['cleanupPolicies'];
      return json;
    },

    'GET /hosting/v1beta1/projects/*/sites': () => ({ sites: [{ name: site }] }),
    'GET /hosting/v1beta1/projects/*/sites/*': () => ({ name: site }),
    'POST /hosting/v1beta1/projects/*/sites/*/versions': () => ({ name: `${site}/versions/1` }),
    [`POST /hosting/v1beta1/${site}/versions/1:populateFiles`]: ({ json }) => {
      listed = files.parse(json).files;
      const uploadRequiredHashes = Object.values(listed);
      return { uploadRequiredHashes, uploadUrl: `${origin()}/upload/hosting` };
    },
    'POST /upload/hosting/*': ({ parts: [hash = ''], body }) => {
      if (createHash('sha256').update(body).digest('hex') !== hash) {
        throw new Refused(400, 'content hash');
      }
      uploaded.set(hash, gunzipSync(body).toString());
      return {};
    },
    'PATCH /hosting/v1beta1/projects/*/sites/*/versions/1': ({ json }) => json,
    'POST /hosting/v1beta1/projects/*/sites/*/channels/live/releases': () => {
      for (const [path, hash] of Object.entries(listed)) {
        cloud.released.set(path, uploaded.get(hash) ?? '');
      }
      return { name: `${site}/releases/1` };
    },

    'GET /__/firebase/init.json': () => ({
      apiKey: 'key',
      authDomain: `${PROJECT}.firebaseapp.com`,
      projectId: PROJECT,
    }),
  };
}

const ready = {
  latestReadyRevisionName: 'api-00001',
  observedGeneration: 1,
  conditions: [{ type: 'Ready', status: 'True' }],
};

const asPattern = (route: string) =>
  new RegExp(
    `^${route.replaceAll(/[()\\.]/g, '\\$&').replaceAll(/\*\*?/g, (star) => (star === '*' ? '([^/:]+)' : '(.+)'))}$`,
  );

/**
 * Stands in for the APIs of Google that a deployment uses, and for the site's Hosting at the same origin.
 * firebase-tools finds it through the variables that it reads for this purpose.
 */
export async function startGoogle() {
  const cloud = emptyProject();
  /** What was requested, by method and path, in order; and what this stand-in can't answer. */
  const requests: string[] = [];
  const unknown: string[] = [];
  let origin = '';
  const table = Object.entries(routes(cloud, () => origin)).map(
    ([route, answer]) => [asPattern(route), answer] as const,
  );
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '', 'http://google');
      const path = decodeURIComponent(pathname);
      const name = `${request.method} ${path}`;
      const body = Buffer.concat(await request.toArray());
      const page =
        request.method === 'GET' && cloud.released.get(`/${path === '/login' ? 'app' : ''}.html`);
      if (page) return response.setHeader('content-type', 'text/html').end(page);
      requests.push(name);
      const found = table.find(([pattern]) => pattern.test(name));
      if (found === undefined) unknown.push(name);
      const [pattern = /^/, answer] = found ?? [];
      const [, ...parts] = pattern.exec(name) ?? [];
      const isJson = request.headers['content-type']?.startsWith('application/json') === true;
      const json = isJson && body.length > 0 ? object.parse(JSON.parse(body.toString())) : {};
      response.setHeader('content-type', 'application/json');
      try {
        if (answer === undefined) throw new Refused(404, 'not found');
        return response.end(JSON.stringify(answer({ parts, body, json })));
      } catch (error) {
        const status = error instanceof Refused ? error.status : 500;
        const message = String(error);
        response.writeHead(status).end(JSON.stringify({ error: { code: status, message } }));
      }
      return undefined;
    })();
  });
  origin = `http://127.0.0.1:${await listeningPort(server.listen(0, '127.0.0.1'))}`;
  return {
    origin,
    cloud,
    requests,
    unknown,
    /** What firebase-tools needs in its environment. */
    environment: {
      FIREBASE_TOKEN: 'token',
      ...Object.fromEntries(
        Object.entries(SERVICES).map(([name, path]) => [name, `${origin}/${path}`]),
      ),
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
