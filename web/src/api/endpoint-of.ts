import type { ClientEndpoint, EndpointName } from 'functions/contract';
import { endpoints } from 'virtual:client-endpoints';

/**
 * An endpoint of the contract's table. Those that no visitor calls are loaded when one of them is
 * first asked for.
 * @throws {TypeError} if their part of the table can not be loaded, as without a network
 */
export async function endpointOf(name: EndpointName): Promise<ClientEndpoint> {
  const endpoint = endpoints[name] ?? (await import('virtual:admin-endpoints')).endpoints[name];
  if (endpoint === undefined) throw new TypeError(`The contract has no endpoint ${name}.`);
  return endpoint;
}
