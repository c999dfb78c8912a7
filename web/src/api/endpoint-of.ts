import type { ClientEndpoint, EndpointName } from 'functions/contract';
import { endpoints } from 'virtual:client-endpoints';

/**
 * An endpoint of the contract. Those that visitors never call load the first time one of them is
 * needed.
 * @throws {TypeError} if those cannot be loaded, for example without a network
 */
export async function endpointOf(name: EndpointName): Promise<ClientEndpoint> {
  const endpoint = endpoints[name] ?? (await import('virtual:admin-endpoints')).endpoints[name];
  if (endpoint === undefined) throw new TypeError(`The contract has no endpoint ${name}.`);
  return endpoint;
}
