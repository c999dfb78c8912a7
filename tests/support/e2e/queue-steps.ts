import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type * as z from 'zod';
import { changePage, queuePage, type LoggedChange } from '../../../functions/src/contract/index.ts';
import { storedItem } from './page-state.ts';

/** The fact that the queue shows. */
export const current = (page: Page, id?: number): Locator =>
  page.locator(id === undefined ? '.queue_fact' : `.queue_fact[data-joke-id="${id}"]`);

/** The number of the fact that the queue shows. */
export async function currentId(page: Page): Promise<number> {
  return Number(await current(page).getAttribute('data-joke-id'));
}

/** Calls the API as the page's administrator. Returns the parsed answer. */
export async function callApi<Answer>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  schema: z.ZodType<Answer>,
  body?: object,
): Promise<Answer> {
  const token = await storedItem(page, 'adminToken');
  const response = await page.request.fetch(`/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { data: body }),
  });
  if (!response.ok()) throw new Error(`${path} returned ${response.status()}`);
  return schema.parse(await response.json());
}

const hasUnsent = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Waits until every decision is sent. */
export const sent = (page: Page): Promise<void> => expect.poll(() => hasUnsent(page)).toBe(false);

/** How many facts are pending. */
export async function countPending(page: Page): Promise<number> {
  return (await callApi(page, 'GET', '/admin/queue?limit=1', queuePage)).total;
}

/** A changed fact in the log, with what is said of the whole change. */
type LoggedItem = Pick<LoggedChange, 'change_id' | 'action' | 'reason'> &
  LoggedChange['items'][number];

/** The facts in the whole log, the earliest change first; of each change the first ten. */
export async function readLog(page: Page): Promise<LoggedItem[]> {
  const changes: LoggedChange[] = [];
  for (let after = ''; ;) {
    const found = await callApi(page, 'GET', `/admin/changes?limit=30${after}`, changePage);
    changes.push(...found.changes);
    if (found.next === null) break;
    after = `&after=${found.next}`;
  }
  return changes
    .reverse()
    .flatMap(({ change_id, action, reason, items }) =>
      items.map((item) => ({ change_id, action, reason, ...item })),
    );
}
