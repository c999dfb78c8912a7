import { execFile } from 'node:child_process';
import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type * as Drawing from '../../../functions/src/images/draw-card.ts';
import { limits } from '../../../functions/src/domain/index.ts';
import { runtime } from '../../../functions/src/settings.ts';
import { functionBundle } from '../../../scripts/build.ts';
import { deployedEnvironment } from '../../../local/stack/function/cloud-function.ts';
import { copyProject } from '../../support/deploy/project-copy.ts';
import { runNode } from '../../support/run-node.ts';

test(
  'requests time out before the function does, and the function before Hosting',
  { tags: 'S19' },
  () => {
    expect(limits.requestTimeoutSeconds).toBeLessThan(limits.imageTimeoutSeconds);
    expect(limits.imageTimeoutSeconds).toBeLessThan(runtime.timeoutSeconds);
    expect(runtime.timeoutSeconds).toBeLessThanOrEqual(60);
  },
);

test('bodies, pages and lists in the contract are limited', { tags: 'S19' }, () => {
  expect(limits).toMatchObject({
    bodyMaxBytes: 16 * 1024,
    homePageSize: 20,
    maxPageSize: 100,
    topSize: 100,
    newestSize: 40,
    batchStatusMaxIds: 100,
  });
});

test(
  'the build of a deployment saves what Node compiles, from which the function starts without what it does not need',
  { tags: 'P10' },
  async () => {
    using copy = copyProject(['functions']);
    const cwd = join(copy.root, 'functions');
    await build({ ...functionBundle, outdir: join(cwd, 'lib') });
    await promisify(execFile)('npm', ['run', 'gcp-build'], { cwd });
    const file = join(cwd, 'lib/index.js');
    const compiled = join(cwd, 'lib/compile-cache');
    expect(readdirSync(compiled)).toEqual([expect.stringMatching(`^${process.version}-`)]);

    const started = `
      await import('${pathToFileURL(file).href}');
      console.log(process.moduleLoadList.filter((name) => name.includes('undici')));`;
    const { output, errors } = await runNode(['--input-type=module', '--eval', started], {
      cwd,
      env: {
        ...process.env,
        ...deployedEnvironment(),
        K_SERVICE: 'api',
        NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
      },
    });
    expect(errors).toContain(`V8 code cache for ESM ${pathToFileURL(file).href} was accepted`);
    expect(output).toBe('[]\n');
  },
);

test('the bundle draws cards with the fonts beside it', async () => {
  using copy = copyProject(['functions']);
  await build({ ...functionBundle, outdir: join(copy.root, 'functions/lib') });
  const chunks = join(copy.root, 'functions/lib/chunks');
  const [file = ''] = globSync('draw-card-*.js', { cwd: chunks });
  const { drawCard }: typeof Drawing = await import(pathToFileURL(join(chunks, file)).href);
  const draw = (jokeText: string) =>
    drawCard({ shape: 'wide', jokeId: 1, jokeText, host: 'facts.example', image: undefined });
  const [nothing, ...cards] = await Promise.all(['ไทย', 'Chuck', 'Łukasz', 'Việt'].map(draw));
  for (const card of cards) expect(Buffer.from(card).equals(nothing ?? card)).toBe(false);
});
