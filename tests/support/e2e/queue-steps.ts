import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { auditPage, queuePage, type AuditEntry } from '../../../functions/src/contract/index.ts';

/** The fact that the queue shows. */
export const current = (page: Page, id?: number): Locator =>
  page.locator(id === undefined ? '.queue-current' : `.queue-current[data-joke-id="${id}"]`);

/** The number of the fact that the queue shows. */
export async function currentId(page: Page): Promise<number> {
  return Number(await current(page).getAttribute('data-joke-id'));
}

/** Calls the API as the page's administrator. Returns the parsed answer. */
export async function callApi<Answer>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  schema: z.ZodMiniType<Answer>,
  body?: object,
): Promise<Answer> {
  const token = await page.evaluate<string>("localStorage.getItem('adminToken')");
  const response = await page.request.fetch(`/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { data: body }),
  });
  if (!response.ok()) throw new Error(`${path} returned ${response.status()}`);
  return schema.parse(await response.json());
}

/** Whether decisions wait. */
const hasUnsent = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");

/** Waits until every decision is sent. */
export const sent = (page: Page): Promise<void> => expect.poll(() => hasUnsent(page)).toBe(false);

/** How many facts are pending. */
export async function countPending(page: Page): Promise<number> {
  return (await callApi(page, 'GET', '/admin/queue?limit=1', queuePage)).total;
}

/** The whole log, the earliest entry first. */
export async function readLog(page: Page): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let after = ''; ;) {
    const found = await callApi(page, 'GET', `/admin/audit?limit=30${after}`, auditPage);
    entries.push(...found.entries);
    if (found.next === null) return entries.reverse();
    after = `&after=${found.next}`;
  }
}
