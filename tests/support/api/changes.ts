import {
  changePage,
  type ChangeAction,
  type Patch,
} from '../../../functions/src/contract/index.ts';
import * as z from 'zod';
import { ADMIN_BEARER, type Answer, type Instance } from '../api-site.ts';

/** A joke of a request, with what is to change about it. */
export interface Item {
  joke_id: number;
  patch: Patch;
  expected?: { status?: string; text_hash?: string };
}

interface Options {
  reason?: string;
  key?: string;
}

/** Calls an instance as an administrator. */
export function admin(
  api: Instance,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  return api.request(`/admin/${path}`, { method, body, bearer: ADMIN_BEARER });
}

/** Changes several jokes in one request. */
export function change(
  api: Instance,
  action: ChangeAction,
  items: readonly Item[],
  { key, ...reason }: Options = {},
): Promise<Answer> {
  const body = { action, items, ...reason };
  return api.request('/admin/changes', { method: 'POST', body, bearer: ADMIN_BEARER, key });
}

/** Gives several jokes the same patch. */
export const changeAll = (
  api: Instance,
  action: ChangeAction,
  ids: readonly number[],
  patch: Patch,
  options?: Options,
) =>
  change(
    api,
    action,
    ids.map((joke_id) => ({ joke_id, patch })),
    options,
  );

export function undo(api: Instance, id: string, key?: string): Promise<Answer> {
  return api.request(`/admin/changes/${id}/undo`, { method: 'POST', bearer: ADMIN_BEARER, key });
}

/** The change that a call has made. */
export const changeIdOf = ({ body }: Answer) =>
  z.object({ change_id: z.string() }).parse(body).change_id;

/** A page of the log. */
export const log = async (api: Instance, query = '') =>
  changePage.parse((await admin(api, 'GET', `changes?${query}`)).body);
