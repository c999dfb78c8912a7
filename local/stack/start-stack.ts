import { startBackend, type Backend, type BackendOptions } from './backend.ts';
import { startHosting } from './hosting.ts';
import { anyPorts } from './ports.ts';

/** The whole local stack. */
export interface Stack extends Backend {
  /** The site's origin, such as `http://127.0.0.1:5000`. */
  readonly origin: string;
}

/**
 * Starts the local stack on what scripts/build.ts has built: the site behind Hosting's rules, the
 * function, Firestore, Storage and Auth, all on loopback. Development, browser tests and benchmarks
 * start the same one.
 * @throws {Error} what to tell the developer, after everything that ran was stopped
 */
export async function startStack(options: BackendOptions = {}): Promise<Stack> {
  const ports = options.ports ?? (await anyPorts());
  const backend = await startBackend({ ...options, ports });
  try {
    const hosting = await startHosting({
      port: ports.hosting,
      functionOrigin: () => backend.functionOrigin(),
      authOrigin: backend.authOrigin,
    });
    return {
      ...backend,
      origin: hosting.origin,
      async stop() {
        await hosting.stop();
        await backend.stop();
      },
    };
  } catch (error) {
    await backend.stop();
    throw error;
  }
}
