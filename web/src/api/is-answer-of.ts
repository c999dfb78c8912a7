import type { EndpointName, EndpointOutput } from 'functions/contract';
import { endpoints } from 'virtual:client-endpoints';
import { matches } from './matches.ts';

/** Whether a value is what an endpoint that visitors call answers, as the contract says. */
export function isAnswerOf<N extends EndpointName>(
  name: N,
  value: unknown,
): value is EndpointOutput<N> {
  const output = endpoints[name]?.output ?? null;
  return output !== null && matches(output, value);
}
