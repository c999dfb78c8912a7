import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  adminScreens,
  factScreens,
  files,
  staticScreens,
  texts,
  type Route,
} from '../../functions/src/contract/routes.ts';
import type { Context } from '../../functions/src/site.ts';
import { createAdmin } from '../../tests/support/e2e/administrator.ts';
import { launchBrowser, openVisitor } from '../../tests/support/e2e/browser.ts';
import { action, row } from '../../tests/support/e2e/dashboard-steps.ts';
import { fact } from '../../tests/support/e2e/fact-steps.ts';
import { framesDrawn } from '../../tests/support/e2e/page-state.ts';
import { button, hold, link, refuse } from '../../tests/support/e2e/page-steps.ts';
import { current } from '../../tests/support/e2e/queue-steps.ts';
import { logIn, showsDashboard } from '../../tests/support/e2e/sign-in-steps.ts';
import { npmStart } from '../../tests/support/local/npm-start.ts';
import { projectFiles } from '../../tests/support/project-files.ts';
import { runNode } from '../../tests/support/run-node.ts';
import { openContext } from '../seed/import-jokes.ts';
import { startDataEmulators, stackDataFolder } from './emulators/data-emulators.ts';
import { root } from './firebase-json.ts';
import { configuredPorts } from './ports.ts';

/** A fact of the seed that is approved. */
const ID = 600;

const PARAMETERS: Readonly<Record<string, string>> = { '{id}': `${ID}`, '{tag}': 'food' };
const pathOf = ({ path }: Route) =>
  path.replace(/\{\w+\}/, (name) => PARAMETERS[name] ?? expect.fail(`A value for ${name}`));

type Step = (page: Page) => Promise<unknown>;

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const follow: Step = (page) => link(page, 'Follow').click();
const choose = (label: string) => async (page: Page) => {
  await button(page, `More about fact no. ${ID}`).click();
  await button(fact(page, ID), label).click();
};
const reject: Step = (page) => action(page, 'Reject', ID).click();
const inQueue = (key: string) => async (page: Page) => {
  await current(page).waitFor();
  await page.keyboard.press(key);
};

/** What opens a dialog, by screen. */
const DIALOGS: Readonly<Partial<Record<string, readonly Step[]>>> = {
  [factScreens.newest.path]: [
    follow,
    press('?'),
    (page) => button(page, `Share fact no. ${ID}`).click(),
    choose('Report'),
  ],
  [factScreens.daily.path]: [follow],
  [`/fact/${ID}`]: [choose('Embed')],
  [adminScreens.hiddenAdmin.path]: [
    (page) => action(page, 'Edit', ID).click(),
    (page) => action(page, 'Preview image', ID).click(),
    async (page) => {
      await button(page, `More about fact no. ${ID}`).click();
      await button(row(page, ID), 'Similar facts…').click();
    },
    (page) => button(page, 'Change Password').click(),
    press('?'),
    reject,
    async (page) => {
      await reject(page);
      await page.getByRole('dialog').getByRole('button', { name: 'personal information' }).click();
    },
    async (page) => {
      await row(page, ID).getByRole('checkbox').check();
      await button(page, 'Tag 1…').click();
    },
    async (page) => {
      const held = await hold(page, '**/api/v1/admin/changes');
      await action(page, 'Approve', ID).click();
      const route = await held();
      await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('dialog').waitFor();
      await route.continue();
    },
    async (page) => {
      await refuse(page, '**/api/v1/jokes?*', 401, 'It has ended.', 1);
      await button(page, 'Search').click();
    },
  ],
  [adminScreens.adminQueue.path]: ['e', 'r', '?'].map(inQueue),
};

/** The beginnings of the titles of all dialogs. */
const titles = projectFiles('web/src/**/*.tsx').flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(/<Dialog\s[^>]*?title=(?:"|{`)([^"`$]+)/g),
  ].map(([, title = '']) => title),
);

test('npm start fills an empty database, keeps its data, and stops on Ctrl-C', async () => {
  const offset = 100 * randomInt(160, 200);
  const data = stackDataFolder(configuredPorts(String(offset)));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(data, { recursive: true, force: true }));
  // A developer's own emulator is left alone.
  const environment = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' };
  for (const args of [[], ['--empty']]) {
    await using site = npmStart(args, offset, environment);
    expect(await site.running()).toContain(`  Site     ${site.origin}\n`);
    expect((await fetch(`${site.origin}/api/v1/jokes/600`)).status).toBe(200);
    // A later build writes elsewhere.
    writeFileSync(join(data, 'site/web/dist/robots.txt'), 'the copy');
    expect(await (await fetch(`${site.origin}/robots.txt`)).text()).toBe('the copy');
    site.stop();
    expect(await site.ended()).toEqual({ code: 0, errors: '' });
    await expect(fetch(site.origin)).rejects.toThrow('fetch failed');
  }
});

test('npm start and each command refuse facts in another format, with one sentence, and change nothing', async () => {
  const offset = 100 * randomInt(160, 200);
  const ports = configuredPorts(String(offset));
  const data = stackDataFolder(ports);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(data, { recursive: true, force: true }));
  const store = async (write?: (db: Context['db']) => Promise<unknown>) => {
    await using stack = new AsyncDisposableStack();
    const { firestore } = await startDataEmulators({ ports, data }, stack);
    const { db } = openContext({ FIRESTORE_EMULATOR_HOST: firestore.host });
    stack.defer(() => db.terminate());
    await write?.(db);
    const collections = await db.listCollections();
    const found = await Promise.all(collections.map((collection) => collection.get()));
    return found.flatMap(({ docs }) =>
      docs.map((one) => [one.ref.path, one.data(), one.updateTime]),
    );
  };
  const before = await store((db) => db.doc('catalog/root').set({ revision: 7, next_joke_id: 2 }));
  const refusal = {
    code: 1,
    errors:
      'The facts are stored in an earlier format, and this version needs format 3; nothing was changed: see "Upgrading" in docs/operating.md.\n',
  };
  for (const args of [[], ['--empty']]) {
    expect(await npmStart(args, offset).ended()).toEqual(refusal);
  }
  const folder = join(data, 'export');
  for (const [name, args] of [
    ['import', [join(root, 'package.json')]],
    ['import', [join(root, 'docs')]],
    ['export', [folder]],
    ['catalog:rebuild', []],
    ['images:sweep', []],
  ] as const) {
    const env = { PATH: process.env['PATH'], PORT_OFFSET: String(offset) };
    const { code, errors } = await runNode(['scripts/site.ts', name, ...args], { env });
    expect({ code, errors }, name).toEqual(refusal);
  }
  expect(existsSync(folder)).toBe(false);
  expect(await store()).toEqual(before);
});

test(
  'in the development build of npm run dev every screen and every dialog opens, without a warning',
  { tags: 'U19' },
  async () => {
    const offset = 100 * randomInt(160, 200);
    const data = stackDataFolder(configuredPorts(String(offset)));
    await using parts = new AsyncDisposableStack();
    parts.defer(() => rmSync(data, { recursive: true, force: true }));
    const dev = parts.use(npmStart(['dev'], offset, { NODE_ENV: undefined }));
    await dev.running();
    await createAdmin(dev.origin);
    const browser = parts.use(await launchBrowser());
    const { page, expectConsoleError } = parts.use(await openVisitor(browser, dev.origin));
    // Of the refused call, and of Playwright's own script in the preview of an embed.
    expectConsoleError(/status of 401|^Blocked script execution in '[^']+\/embed\/fact\/\d+'/);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const opened: (string | null)[] = [];
    const open = async (screen: Route) => {
      const path = pathOf(screen);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByText(/^Loading/).count(), { message: path }).toBe(0);
      for (const step of DIALOGS[path] ?? []) {
        const dialog = page.getByRole('dialog');
        await step(page);
        opened.push(await dialog.getByRole('heading', { level: 2 }).textContent());
        await framesDrawn(page);
        await dialog.getByRole('button', { name: /^(?:Cancel|Close|Stay)$/ }).click();
        await dialog.waitFor({ state: 'detached' });
      }
    };
    const { login, setupAdmin, ...moderation } = adminScreens;
    const { embed } = files;
    const visitors = { ...factScreens, ...staticScreens, embed, login, setupAdmin };
    for (const screen of Object.values(visitors)) await open(screen);
    await page.goto(moderation.hiddenAdmin.path);
    await logIn(page);
    await showsDashboard(page);
    for (const screen of Object.values(moderation)) await open(screen);
    for (const text of Object.values(texts)) {
      const headers = { accept: 'text/html' };
      const answer = await fetch(dev.origin + pathOf(text), { headers });
      expect(answer.headers.get('content-type'), text.path).toBe('text/plain; charset=utf-8');
    }
    expect(warnings).toEqual([]);
    expect(titles.filter((title) => !opened.some((each) => each?.startsWith(title)))).toEqual([]);
  },
);
