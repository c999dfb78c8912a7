import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectId, root } from './firebase-json.ts';
import { LOOPBACK } from './http-server.ts';
import { startPart, untilReady, type PartProcess } from './part-process.ts';
import type { Ports } from './ports.ts';

export interface AuthEmulatorOptions {
  ports: Ports;
  /** The emulator's own folder, for its settings and accounts. */
  directory: string;
  /** Whether accounts are loaded from there at start and saved there at the end. */
  keepAccounts: boolean;
  log: string;
  /** Reports, in words for the developer, what becomes of the log. */
  complain: (message: string) => void;
}

/**
 * Starts the official Auth emulator of firebase-tools, quiet and without a network: no update check,
 * no messages of the day, no usage report, nothing of the developer's own Firebase login.
 */
export function startAuthEmulator(options: AuthEmulatorOptions): {
  part: PartProcess;
  /** Waits until it answers. */
  ready: () => Promise<void>;
} {
  const { ports, directory, keepAccounts, log, complain } = options;
  const config = join(directory, 'firebase.json');
  const accounts = join(directory, 'accounts');
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  writeFileSync(config, JSON.stringify({ emulators: emulatorSettings(ports) }), { mode: 0o600 });
  const importing = keepAccounts && existsSync(accounts) ? ['--import', accounts] : [];
  const exporting = keepAccounts ? ['--export-on-exit', accounts] : [];
  const part = startPart({
    name: 'The Auth emulator',
    file: join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'),
    args: [
      'emulators:start',
      '--non-interactive',
      '--only=auth',
      `--project=${projectId}`,
      `--config=${config}`,
      ...importing,
      ...exporting,
    ],
    env: {
      ...process.env,
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: directory,
      // The CLI finds "the" running emulator by a file in the temporary folder, whichever
      // checkout it belongs to, and would save the accounts of that one.
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
    },
    cwd: directory,
    log,
    complain,
  });
  return { part, ready: () => untilReady(part, untilAnswering(ports.auth)) };
}

function emulatorSettings(ports: Ports) {
  return {
    auth: { host: LOOPBACK, port: ports.auth },
    hub: { host: LOOPBACK, port: ports.hub },
    logging: { host: LOOPBACK, port: ports.logging },
    ui: { enabled: false },
    singleProjectMode: true,
  };
}

async function untilAnswering(port: number): Promise<void> {
  for (let attempt = 0; attempt < 1800; attempt += 1) {
    const response = await fetch(`http://${LOOPBACK}:${port}/`).catch(() => null);
    if (response?.ok === true) return;
    await wait(100);
  }
  throw new Error('The Auth emulator did not answer within three minutes.');
}
