import type { RequestHandler } from 'express';
import { ApiError } from '../contract/index.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The host of an Origin header; empty if it has none (`null` or malformed). */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}

/**
 * Refuses writes that a browser makes on behalf of another site (S15). Browsers say so in
 * Sec-Fetch-Site; older ones send Origin, which must then name the requested host.
 */
export const refuseCrossSiteWrites: RequestHandler = (request, _response, next) => {
  if (SAFE_METHODS.has(request.method)) return next();
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const requested = [request.get('x-forwarded-host'), request.get('host')];
  const sameOrigin =
    site === undefined
      ? origin === undefined || requested.some((host) => host !== '' && host === hostOf(origin))
      : site === 'same-origin' || site === 'none';
  if (!sameOrigin) throw new ApiError('forbidden', 'Requests from other sites are refused.');
  next();
};
