import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, OnLoadResult, Plugin } from 'esbuild';

/** A module of a dependency that the function carries along without ever calling it. */
interface LeftOut {
  /** its path below node_modules */
  file: string;
  /** what stands in for it, made of its text */
  instead: (text: string) => OnLoadResult;
}

const nothing = (code: string) => (): OnLoadResult => ({ contents: code, loader: 'js' });

/** Keeps, of the message types that Firestore's client is described by, those of its documents. */
function withoutAdministration(text: string): OnLoadResult {
  const contents = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'admin' || key === 'longrunning' ? undefined : value,
  );
  return { contents, loader: 'json' };
}

const CALLABLE_IMPORTS =
  /^import \{ (?:getAuth|getAppCheck) \} from "firebase-admin\/(?:auth|app-check)";$/gm;

/** The same for functions that are called by name: they look at who calls, and this is none. */
function withoutCallables(text: string): OnLoadResult {
  if (text.match(CALLABLE_IMPORTS)?.length !== 2) throw new Error('Imports others than known');
  return { contents: text.replace(CALLABLE_IMPORTS, ''), loader: 'js' };
}

/**
 * What is loaded at every start and never called: above all what administers databases, locations and
 * long-running operations, beside Firestore's client (docs/decisions/0020-cold-start.md).
 */
const LEFT_OUT: readonly LeftOut[] = [
  { file: 'firebase-functions/lib/esm/common/providers/https.mjs', instead: withoutCallables },
  {
    file: '@google-cloud/firestore-api/build/src/v1/firestore_admin_client.js',
    instead: nothing('exports.FirestoreAdminClient = class {};'),
  },
  {
    file: '@google-cloud/firestore-api/build/protos/protos.json',
    instead: withoutAdministration,
  },
  {
    file: 'google-gax/build/src/locationService.js',
    instead: nothing('exports.LocationsClient = class {};'),
  },
  {
    file: 'google-gax/build/src/iamService.js',
    instead: nothing('exports.IamClient = class {};'),
  },
  {
    file: 'google-gax/build/src/operationsClient.js',
    instead: nothing('exports.OperationsClient = exports.OperationsClientBuilder = class {};'),
  },
  { file: 'google-gax/build/protos/locations.js', instead: nothing('') },
  { file: 'google-gax/build/protos/iam_service.js', instead: nothing('') },
  { file: 'google-gax/build/protos/operations.js', instead: nothing('') },
];

/** Puts the stand-ins in; a build that does not meet one of these modules fails. */
const leaveOut: Plugin = {
  name: 'leave-out',
  setup(build) {
    const met = new Set<string>();
    const files = LEFT_OUT.map(({ file }) => file.replaceAll('.', '\\.')).join('|');
    build.onStart(() => met.clear());
    build.onLoad({ filter: new RegExp(`/node_modules/(?:${files})$`) }, async ({ path }) => {
      const found = LEFT_OUT.find(({ file }) => path.endsWith(`/node_modules/${file}`));
      if (!found) return undefined;
      met.add(found.file);
      return found.instead(await readFile(path, 'utf8'));
    });
    build.onEnd(({ errors }) => {
      if (errors.length > 0) return undefined;
      const missed = LEFT_OUT.filter(({ file }) => !met.has(file));
      return { errors: missed.map(({ file }) => ({ text: `${file} is no longer part of it` })) };
    });
  },
};

/** What packages written for CommonJS expect around them. */
const COMMON_JS = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;
`;

/**
 * How esbuild bundles the function with its dependencies into functions/lib: index.js, the thread that
 * hashes passwords, and chunks of what is loaded when it is first needed. sharp is native, and fontkit
 * draws on the emulators alone; both stay packages.
 */
export const functionBundle = {
  absWorkingDir: join(import.meta.dirname, '..', 'functions'),
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/sessions/password-worker.ts', out: 'password-worker' },
  ],
  outdir: 'lib',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: ['sharp', 'fontkit'],
  banner: { js: COMMON_JS },
  plugins: [leaveOut],
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'silent',
} satisfies BuildOptions;
