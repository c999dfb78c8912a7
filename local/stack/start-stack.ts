import { startBackend, type Backend, type BackendOptions } from './backend.ts';
import { startHosting } from './hosting/hosting.ts';
import { freePorts } from './ports.ts';

/** The whole local stack. */
export interface Stack extends Backend {
  /** The site's origin, such as `http://127.0.0.1:5000`. */
  readonly origin: string;
}

/**
 * Starts the local stack from what scripts/build.ts built: the site behind Hosting's rules, the function,
 * Firestore, Storage and Auth, all on loopback. npm start, browser tests and benchmarks use it.
 * @throws {Error} a message for the developer, after stopping everything that was started
 */
export async function startStack(options: BackendOptions = {}): Promise<Stack> {
  const ports = options.ports ?? (await freePorts());
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
