import { endpoints } from 'virtual:client-endpoints';
import { expect, test } from 'vitest';
import { clientEndpoints } from '../../../functions/src/contract/client-endpoints.ts';
import { endpointOf } from './endpoint-of.ts';

const all = Object.entries(clientEndpoints());

test('every endpoint of the contract is found, for visitors and administrators', async () => {
  expect(all.length).toBeGreaterThan(20);
  expect(await endpointOf('listJokes')).toEqual(clientEndpoints()['listJokes']);
  expect(await endpointOf('approveJoke')).toEqual(clientEndpoints()['approveJoke']);
});

test('the table that visitors load contains no admin endpoints', () => {
  const adminNames = all.filter(([, { access }]) => access === 'admin').map(([name]) => name);
  expect(Object.keys(endpoints).filter((name) => adminNames.includes(name))).toEqual([]);
});
