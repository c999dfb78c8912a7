import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack, type StackOptions } from '../../../local/stack/start-stack.ts';
import { freePorts } from './free-ports.ts';

/**
 * Starts a local stack beside others: on free ports, and with a folder for its data that is deleted at the end. By
 * default, without the Auth emulator.
 */
export async function startTestStack(options: Partial<StackOptions> = {}): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'local-stack-'));
  const remove = () => rmSync(folder, { recursive: true });
  const ports = await freePorts();
  try {
    const stack = await startStack({ ports, dataDirectory: folder, auth: false, ...options });
    return { ...stack, stop: () => stack.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
