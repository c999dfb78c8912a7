import { endpoints } from 'virtual:client-endpoints';
import { expect, test } from 'vitest';
import { clientEndpoints } from '../../../functions/src/contract/client-endpoints.ts';
import { endpointOf } from './endpoint-of.ts';

const all = Object.entries(clientEndpoints());

test('an endpoint of the contract is found, whoever calls it', async () => {
  expect(all.length).toBeGreaterThan(20);
  expect(await endpointOf('listJokes')).toEqual(clientEndpoints()['listJokes']);
  expect(await endpointOf('approveJoke')).toEqual(clientEndpoints()['approveJoke']);
});

test('what only administrators may call is not in the part that visitors load', () => {
  const theirs = all.filter(([, { access }]) => access === 'admin').map(([name]) => name);
  expect(Object.keys(endpoints).filter((name) => theirs.includes(name))).toEqual([]);
});
