import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import firestoreIndexes from '../../../firestore.indexes.json' with { type: 'json' };
import { paths } from '../../../web/src/paths.ts';
import { PROJECT, startGoogle } from '../../support/deploy/google-stand-in.ts';
import { copyProject, type ProjectCopy } from '../../support/deploy/project-copy.ts';

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject();
});
afterEach(() => copy.restore());
afterAll(() => copy[Symbol.dispose]());

/** Runs the command in the copy, without a terminal. `output` is everything it prints. */
async function deploy(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: unknown; output: string }> {
  const script = join(copy.root, 'scripts/deploy.ts');
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [script, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  return { code, output };
}

const marks = (output: string) => [...output.matchAll(/^[✓✗] [^:]+/gm)].map(([line]) => line);

test('the project passes every check of a deployment', async () => {
  copy.write('web/dist/running.html', 'of npm start');
  copy.write('functions/lib/running.js', 'of npm start');
  const { code, output } = await deploy(['--check']);
  expect(marks(output)).toEqual([
    '✓ Parameter file',
    '✓ firebase.json',
    '✓ Security headers',
    '✓ Firestore rules',
    '✓ Storage rules',
    '✓ Parameters',
    '✓ Contact',
    '✓ Build',
    '✓ Function packages',
    '✓ Discovery',
    '✓ Renderer',
    '✓ Function',
    '✓ Rewrites',
  ]);
  expect(code).toBe(0);
  // A running npm start of the same checkout serves these folders.
  expect(readdirSync(join(copy.root, 'web/dist'))).toEqual(['running.html']);
  expect(readdirSync(join(copy.root, 'functions/lib'))).toEqual(['running.js']);
});

test('a first deployment needs no terminal: its questions are answered before the upload', async () => {
  await using google = await startGoogle();
  // Otherwise it would be checked at its real address.
  copy.write(
    `functions/.env.${PROJECT}`,
    `SITE_ORIGIN=${google.origin}\nCONTACT=boss@facts.example\n`,
  );
  const home = mkdtempSync(join(tmpdir(), 'facts-home-'));
  const { output } = await deploy(
    ['--project', PROJECT, '--region', 'europe-west1', '--admin-emails', 'boss@example.com'],
    {
      ...google.environment,
      HOME: home,
      XDG_CONFIG_HOME: home,
      // As in a terminal where a local stack was tried: nothing may be deployed there.
      FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
    },
  );
  rmSync(home, { recursive: true });
  const { cloud, requests } = google;
  expect(output).toContain('\nDeployed. ');
  expect(output).toContain('✓ Contact: mailto:boss@facts.example');
  expect(google.unknown.filter((request) => request.includes('projects/'))).toEqual([]);

  expect(cloud.database).toMatchObject({ locationId: 'eur3' });
  expect(cloud.secret).toMatch(/^[\w-]{32}$/);
  expect(output).not.toContain(cloud.secret);
  expect(cloud.environment).toMatchObject({
    REGION: 'europe-west1',
    ADMIN_EMAILS: 'boss@example.com',
    MAX_INSTANCES: '10',
  });
  const saved = readFileSync(join(copy.root, `functions/.env.${PROJECT}`), 'utf8');
  expect(saved).toContain('REGION=europe-west1\n');
  expect(saved).toContain('ADMIN_EMAILS=boss@example.com\n');
  expect(cloud.rulesets).toHaveLength(2);
  expect(cloud.cleanupPolicies).toHaveProperty('firebase-functions-cleanup');

  const position = (pattern: RegExp) => requests.findLastIndex((each) => pattern.test(each));
  const indexesBuilt = position(/^GET .*\/indexes$/);
  const functionUploaded = position(/^PUT \/upload\/function$/);
  const released = position(/^POST .*\/releases$/);
  expect(position(/^POST .*\/indexes$/)).toBeGreaterThan(0);
  expect(indexesBuilt).toBeGreaterThan(position(/^POST .*\/indexes$/));
  expect(functionUploaded).toBeGreaterThan(indexesBuilt);
  expect(released).toBeGreaterThan(functionUploaded);
  expect(output).toContain(`Firestore builds ${firestoreIndexes.indexes.length} indexes …`);

  expect(output).toMatch(/^✓ this version /m);
  expect(output).toMatch(/^✓ sign-in configuration /m);
  expect(output).toMatch(/^✗ health /m);
  expect(output).toContain(`${google.origin}${paths.setupAdmin}`);
  expect(output).toContain(`${google.origin}${paths.hiddenAdmin}`);
  expect(output).toContain(`functions:secrets:access SETUP_KEY --project ${PROJECT}`);
});

test('every fault is reported on its own line, and nothing is deployed', async () => {
  copy.edit('storage.rules', (text) => text.replace('if false', 'if true'));
  copy.edit('firebase.json', (text) => text.replace('"functionId": "api"', '"functionId": "app"'));
  copy.write('functions/.env.some-project', 'MAX_INSTANCES=0\nSITE_ORIGIN=https://facts.example\n');
  const { code, output } = await deploy(['--project', 'some-project']);
  expect(marks(output).filter((line) => line.startsWith('✗'))).toEqual([
    '✗ Storage rules',
    '✗ Parameters',
    '✗ Rewrites',
  ]);
  expect(output).toContain('✓ Build: function and site, for https://facts.example');
  expect(output).toContain('Nothing was deployed');
  expect(code).toBe(1);
});

test('code that does not compile is not deployed, and neither is a contact that nobody can write to', async () => {
  copy.edit('functions/src/index.ts', (text) => `${text}\nexport const = 1;\n`);
  copy.write('functions/.env.some-project', 'CONTACT=boss\n');
  const { code, output } = await deploy(['--check', '--project', 'some-project']);
  expect(marks(output)).toEqual(expect.arrayContaining(['✗ Parameters', '✗ Build']));
  expect(output).toContain('CONTACT must be an e-mail or https address');
  expect(output).toContain('index.ts');
  expect(code).toBe(1);
});

test('without a project, or with a demo project, the command prints how to name one', async () => {
  for (const args of [[], ['--project', 'demo-chuck-norris-facts']]) {
    const { code, output } = await deploy(args);
    expect(output).toContain('npm run deploy -- --project');
    expect(code).toBe(2);
  }
});
