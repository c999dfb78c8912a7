import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { copyProject, type ProjectCopy } from './project-copy.ts';

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject();
});
afterEach(() => copy.restore());
afterAll(() => copy[Symbol.dispose]());

/** Runs the command in the copy, without a terminal. `output` is everything it prints. */
async function deploy(...args: string[]): Promise<{ code: unknown; output: string }> {
  const script = join(copy.root, 'scripts/deploy.ts');
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  return { code, output };
}

const marks = (output: string) => [...output.matchAll(/^[✓✗] [^:]+/gm)].map(([line]) => line);

test('the project is ready to deploy: it builds, and its function installs and loads separately', async () => {
  const { code, output } = await deploy('--check');
  expect(marks(output)).toEqual([
    '✓ firebase.json',
    '✓ Security headers',
    '✓ Firestore rules',
    '✓ Storage rules',
    '✓ Build',
    '✓ Function packages',
    '✓ Discovery',
    '✓ Renderer',
    '✓ Parameters',
    '✓ Function',
    '✓ Rewrites',
  ]);
  expect(code).toBe(0);
});

test('every fault is reported on its own line, and nothing is deployed', async () => {
  copy.edit('storage.rules', (text) => text.replace('if false', 'if true'));
  copy.edit('firebase.json', (text) => text.replace('"functionId": "api"', '"functionId": "app"'));
  copy.write('functions/.env.some-project', 'MAX_INSTANCES=0\nSITE_ORIGIN=https://facts.example\n');
  const { code, output } = await deploy('--project', 'some-project');
  expect(marks(output).filter((line) => line.startsWith('✗'))).toEqual([
    '✗ Storage rules',
    '✗ Parameters',
    '✗ Function',
    '✗ Rewrites',
  ]);
  expect(output).toContain('✓ Build: function and site, for https://facts.example');
  expect(output).toContain('Nothing was deployed');
  expect(code).toBe(1);
});

test('code that does not compile is not deployed', async () => {
  copy.edit('functions/src/index.ts', (text) => `${text}\nexport const = 1;\n`);
  const { code, output } = await deploy('--check');
  expect(marks(output)).toContain('✗ Build');
  expect(output).toContain('index.ts');
  expect(code).toBe(1);
});

test('without a project, or with a demo project, the command prints how to name one', async () => {
  for (const args of [[], ['--project', 'demo-chuck-norris-facts']]) {
    const { code, output } = await deploy(...args);
    expect(output).toContain('npm run deploy -- --project');
    expect(code).toBe(2);
  }
});
