import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { IMAGE_WIDTHS, jokeList } from '../../functions/src/contract/index.ts';
import { motifOf } from '../../functions/src/images/scenes.ts';
import { seedJokes } from '../seed/index.ts';
import { root } from './firebase-json.ts';
import type { StackOptions, Stack } from './start-stack.ts';
import { startTestStack } from '../../tests/support/local/test-stack.ts';

const seed = seedJokes().slice(0, 30);

let dataDirectory: string;
let running: Stack[];

beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), 'functions']);
}, 60_000);

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'stack-test-'));
  running = [];
});

afterEach(async () => {
  for (const stack of running) await stack.stop();
  rmSync(dataDirectory, { recursive: true });
});

async function start(options: Partial<StackOptions> = {}): Promise<Stack> {
  const stack = await startTestStack({ seed, dataDirectory, ...options });
  running.push(stack);
  return stack;
}

async function stop(stack: Stack): Promise<void> {
  running = running.filter((other) => other !== stack);
  await stack.stop();
}

async function rate(stack: Stack): Promise<number> {
  const response = await fetch(`${stack.origin}/api/v1/ratings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ joke_id: seed[0]?.joke_id, rating_num: 5 }),
  });
  return response.status;
}

async function newest(stack: Stack): Promise<unknown> {
  const response = await fetch(`${stack.origin}/api/v1/jokes?per_page=30`);
  expect(response.status).toBe(200);
  return response.json();
}

test('an empty database is seeded, and visitors’ changes survive a restart', async () => {
  const first = await start();
  const untouched = await newest(first);
  expect(await rate(first)).toBe(201);
  await stop(first);

  const second = await start();
  const rated = await newest(second);
  expect(rated).not.toEqual(untouched);
  await stop(second);
  expect(await newest(await start())).toEqual(rated);
});

test('the best facts of a new database that name something to draw get images, which a restart does not change', async () => {
  const topImages = async (stack: Stack) => {
    const response = await fetch(`${stack.origin}/api/v1/jokes/top`);
    const { jokes } = jokeList.parse(await response.json());
    return jokes.flatMap(({ joke_text, image_url }) =>
      image_url === null ? [] : [[joke_text, image_url]],
    );
  };
  const first = await start({ seedImages: 2 });
  const illustrated = await topImages(first);
  const images = illustrated.map(([, url]) => url);
  expect(illustrated.map(([text = '']) => motifOf(text))).toEqual(
    images.map(() => expect.any(String)),
  );
  expect(images).toHaveLength(2);
  for (const width of IMAGE_WIDTHS) {
    const url = images[1]?.replace('-640.webp', `-${width}.webp`) ?? '';
    const { status, headers } = await fetch(new URL(url, first.origin));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
  await stop(first);
  expect(await topImages(await start({ seedImages: 3 }))).toEqual(illustrated);
});

test('if the function can’t start, the stack fails to start and says why', async () => {
  const environment = { IMAGE_MODEL: 'a/b' };
  const starting = start({ environment, seed: null });
  await expect(starting).rejects.toThrow(/The function stopped unexpectedly[^]*IMAGE_MODEL/);
});
