import type { Response } from 'express';
import type { QuotaState } from '../contract/index.ts';

/** A structured field (RFC 9651): a list of quotas by name, with numbers. */
function listOf(
  quotas: readonly QuotaState[],
  numbersOf: (quota: QuotaState) => Readonly<Record<string, number>>,
): string {
  return quotas
    .map((quota) => {
      const numbers = Object.entries(numbersOf(quota)).map(([key, value]) => `;${key}=${value}`);
      return `"${quota.name}"${numbers.join('')}`;
    })
    .join(', ');
}

const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1_000));

/**
 * States in a response's headers which quotas it counted for, and what is left of them. The response must not
 * be one that caches share.
 * Source: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
export function setRateLimit(response: Response, quotas: readonly QuotaState[]): void {
  response.set({
    'RateLimit-Policy': listOf(quotas, ({ limit, windowMs }) => ({
      q: limit,
      w: seconds(windowMs),
    })),
    RateLimit: listOf(quotas, ({ remaining, resetMs }) => ({ r: remaining, t: seconds(resetMs) })),
  });
}
