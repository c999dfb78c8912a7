// The parts of firebase-tools, which has no types, that are used here to check a deployment. Its version is
// pinned, and tests/deep/deploy runs them.

declare module 'firebase-tools/lib/firebaseConfigValidate.js' {
  interface SchemaError {
    message?: string;
  }
  /** Returns a function that validates firebase.json with the JSON schema of firebase-tools. */
  export function getValidator(): {
    (firebaseJson: unknown): boolean;
    errors?: SchemaError[] | null;
  };
  export function getErrorMessage(error: SchemaError): string;
}

declare module 'firebase-tools/lib/fsAsync.js' {
  /**
   * Lists the files below a folder as for an upload, by their absolute paths.
   * @param options.ignoreStrings globs as in the `ignore` of firebase.json
   */
  export function readdirRecursive(options: {
    path: string;
    ignoreStrings: readonly string[];
  }): Promise<{ name: string }[]>;
}

declare module 'firebase-tools/lib/functions/env.js' {
  /** @throws {Error} with `children` if a line is malformed or a name is reserved */
  export function parseStrict(dotenv: string): Record<string, string>;
}

declare module 'firebase-tools/lib/deploy/functions/runtimes/discovery/index.js' {
  import type { Build } from 'firebase-tools/lib/deploy/functions/build.js';
  /** @throws {Error} says what is wrong with a manifest */
  export function yamlToBuild(
    manifest: unknown,
    project: string,
    region: string,
    runtime: string,
  ): Build;
}

declare module 'firebase-tools/lib/deploy/functions/build.js' {
  export interface Build {
    params: { name: string }[];
  }
  export interface Backend {
    endpoints: Record<string, Record<string, BackendFunction>>;
  }
  export interface BackendFunction {
    id: string;
    region: string;
    availableMemoryMb?: number | null;
    concurrency?: number | null;
    maxInstances?: number | null;
    minInstances?: number | null;
    timeoutSeconds?: number | null;
    secretEnvironmentVariables?: { key: string }[];
  }
  /** Inserts the parameters' values. With `isEmulator`, it requests no secrets from Google. */
  export function resolveBackend(options: {
    build: Build;
    firebaseConfig: { projectId: string };
    userEnvs: Record<string, string>;
    codebase: string;
    nonInteractive: boolean;
    isEmulator: boolean;
  }): Promise<{ backend: Backend }>;
}

declare module 'firebase-tools/lib/deploy/functions/validate.js' {
  import type { Backend } from 'firebase-tools/lib/deploy/functions/build.js';
  /** @throws {Error} says what Cloud Functions would refuse */
  export function endpointsAreValid(want: Backend, have: Backend): void;
}
