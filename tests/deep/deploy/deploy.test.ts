import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import firestoreIndexes from '../../../firestore.indexes.json' with { type: 'json' };
import { paths } from '../../../web/src/paths.ts';
import { PROJECT, startGoogle } from '../../support/deploy/google-stand-in.ts';
import { copyProject, type ProjectCopy } from '../../support/deploy/project-copy.ts';
import { runNode } from '../../support/run-node.ts';

const FILE = `functions/.env.${PROJECT}`;
const home = mkdtempSync(join(tmpdir(), 'facts-home-'));

let copy: ProjectCopy;
let google: Awaited<ReturnType<typeof startGoogle>>;

beforeAll(() => {
  copy = copyProject();
});
beforeEach(async () => {
  google = await startGoogle();
  // Otherwise it would be checked at its real address.
  copy.write(FILE, `SITE_ORIGIN=${google.origin}\nADMIN_EMAILS=boss@example.com\n`);
});
afterEach(async () => {
  copy.restore();
  await google[Symbol.asyncDispose]();
});
afterAll(() => {
  copy[Symbol.dispose]();
  rmSync(home, { recursive: true });
});

/** Runs the command in the copy. `output` is everything it prints. */
async function deploy(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const programs = join(copy.root, 'node_modules/.bin');
  const { code, output, errors } = await runNode(
    [join(copy.root, 'scripts/site.ts'), 'deploy', ...args],
    {
      env: {
        ...process.env,
        ...google.environment,
        HOME: home,
        XDG_CONFIG_HOME: home,
        PATH: `${programs}${delimiter}${process.env['PATH']}`,
        // As in a terminal where a local stack was tried: nothing may be deployed there.
        FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
        ...environment,
      },
    },
  );
  return { code, output: output + errors };
}

/** The last request that matches a pattern; -1: none does. */
const position = (pattern: RegExp) => google.requests.findLastIndex((each) => pattern.test(each));

test('a first deployment needs no terminal', { tags: 'S19' }, async () => {
  copy.edit(FILE, (text) => `${text}CONTACT=boss@facts.example\nMAX_INSTANCES=3`);
  const { output } = await deploy(['--project', PROJECT]);
  const { cloud } = google;
  expect(output).toContain('\nDeployed. ');

  expect(cloud.secret).toMatch(/^[\w-]{32}$/);
  expect(output).not.toContain(cloud.secret);
  expect(readFileSync(join(copy.root, FILE), 'utf8')).toContain('\nREGION=europe-west1\n');
  expect(cloud.functions).toMatchObject([
    {
      serviceConfig: {
        environmentVariables: { REGION: 'europe-west1', ADMIN_EMAILS: 'boss@example.com' },
        availableMemory: '512Mi',
        maxInstanceRequestConcurrency: 80,
        maxInstanceCount: 3,
        timeoutSeconds: 60,
        secretEnvironmentVariables: [{ key: 'SETUP_KEY' }],
      },
    },
  ]);
  expect(cloud.rulesets).toHaveLength(2);

  const indexesBuilt = position(/^GET .*\/indexes$/);
  const functionUploaded = position(/^PUT \/upload\/function$/);
  expect(indexesBuilt).toBeGreaterThan(position(/^POST .*\/indexes$/));
  expect(functionUploaded).toBeGreaterThan(indexesBuilt);
  expect(output).toContain(
    `Firestore is building ${firestoreIndexes.indexes.length} of its indexes`,
  );
  expect(position(/^POST .*\/releases$/)).toBeGreaterThan(functionUploaded);

  for (const file of ['lib/index.js', 'lib/renderer/render.js', 'package-lock.json']) {
    expect(cloud.source.includes(file), file).toBe(true);
  }
  expect(cloud.released.get('/about.html')).toContain('mailto:boss@facts.example');
  expect(output).toMatch(/^✓ this version /m);
  expect(output).toMatch(/^✓ sign-in /m);
  expect(output).toMatch(/^✗ health /m);
  expect(output).toContain(`${google.origin}${paths.setupAdmin}`);
  expect(output).toContain(`functions:secrets:access SETUP_KEY --project ${PROJECT}`);
});

test('code that does not compile is not deployed, and the setup key stays', async () => {
  google.cloud.secret = 'key';
  copy.edit('functions/src/index.ts', (text) => `${text}\nexport const = 1;\n`);
  const { code, output } = await deploy(['--project', PROJECT]);
  expect(output).toContain('index.ts');
  expect(output).toContain('Visitors still get the previous version.');
  expect(position(/^PUT \/upload\/function$/)).toBe(-1);
  expect(google.cloud.released.size).toBe(0);
  expect(google.cloud.secret).toBe('key');
  expect(code).toBe(1);
});

describe('nothing is deployed', () => {
  test.each([
    ['without a project', [], {}, 'npm run deploy -- --project <its id>'],
    ['to a project of the emulators', ['--project', 'demo-facts'], {}, 'Projects named demo-'],
    ['to a malformed project', ['--project', '--force'], {}, 'project'],
    [
      'without an answer from Google',
      ['--project', PROJECT],
      { FIRESTORE_URL: 'http://127.0.0.1:1' },
      'npm run login',
    ],
  ])('%s', async (_name, args, environment, problem) => {
    const { code, output } = await deploy(args, environment);
    expect(output).toContain(problem);
    expect(code).not.toBe(0);
    expect(google.cloud.rulesets).toEqual([]);
  });

  test('with a wrong setting, which is said before Google is asked', async () => {
    copy.edit(FILE, (text) => `${text}MAX_INSTANCE=3\n`);
    const { code, output } = await deploy(['--project', PROJECT]);
    expect(output).toBe(`Change ${FILE}. MAX_INSTANCE is no setting: delete it.\n`);
    expect(code).toBe(1);
    expect(google.requests).toEqual([]);
  });

  test('to a name of .firebaserc, whose settings would be those of another project', async () => {
    copy.write('.firebaserc', JSON.stringify({ projects: { production: PROJECT } }));
    const { code, output } = await deploy(['--project', 'production']);
    expect(output).toBe(
      `production is the name that .firebaserc gives to ${PROJECT}: use that id.\n`,
    );
    expect(code).toBe(2);
  });

  test('without a database: its place is the owner’s choice', async () => {
    google.cloud.database = undefined;
    const { code, output } = await deploy(['--project', PROJECT]);
    expect(output).toContain(`--location <place> --project ${PROJECT}`);
    expect(code).toBe(1);
    expect(google.cloud.database).toBeUndefined();
  });
});
