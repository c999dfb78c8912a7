import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectId, root } from '../firebase-json.ts';
import { LOOPBACK } from '../http-server.ts';
import type { Ports } from '../ports.ts';
import { startProcess, untilReady } from '../stack-process.ts';

/**
 * Starts the official Auth emulator of firebase-tools without a network and without the developer's own
 * Firebase login: no update check, no message of the day, no usage report.
 * @param data the folder of the stack's data; accounts are loaded from it at the start and saved to it at the end
 */
export function startAuthEmulator(ports: Ports, data: string) {
  const directory = join(data, 'auth');
  const config = join(directory, 'firebase.json');
  const accounts = join(directory, 'accounts');
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const emulators = {
    auth: { host: LOOPBACK, port: ports.auth },
    hub: { host: LOOPBACK, port: ports.hub },
    logging: { host: LOOPBACK, port: ports.logging },
    ui: { enabled: false },
    singleProjectMode: true,
  };
  writeFileSync(config, JSON.stringify({ emulators }));
  const child = startProcess({
    name: 'The Auth emulator',
    file: join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'),
    args: [
      'emulators:start',
      '--non-interactive',
      '--only=auth',
      `--project=${projectId}`,
      `--config=${config}`,
      `--export-on-exit=${accounts}`,
      ...(existsSync(accounts) ? [`--import=${accounts}`] : []),
    ],
    env: {
      ...process.env,
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: directory,
      // The CLI finds the running emulator by a file in the temporary folder. In the system's folder
      // that file could belong to another checkout, and the CLI would save that one's accounts.
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
    },
    cwd: directory,
    log: join(data, 'auth.log'),
  });
  return {
    process: child,
    /** Waits until the emulator responds. @throws {Error} after three minutes, or if it ends first */
    ready: () => untilReady(child, untilResponding(ports.auth)),
  };
}

async function untilResponding(port: number): Promise<void> {
  for (let attempt = 0; attempt < 1800; attempt += 1) {
    const response = await fetch(`http://${LOOPBACK}:${port}/`).catch(() => null);
    if (response?.ok === true) return;
    await wait(100);
  }
  throw new Error('The Auth emulator did not respond within three minutes.');
}
