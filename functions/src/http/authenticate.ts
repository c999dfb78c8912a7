import cors, { type CorsRequest } from 'cors';
import type { Request, RequestHandler } from 'express';
import { ApiError, endpoints, type EndpointName, type Endpoints } from '../contract/index.ts';
import {
  isAdmin,
  visitor,
  type Admitted,
  type Identify,
  type Identity,
} from '../platform/identity.ts';

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * The caller of this request, if the endpoint admits them. All permissions are decided here.
 * @throws ApiError unauthenticated if a bearer is required and missing, or is invalid; forbidden if its
 *   owner may not call the endpoint
 */
export async function authenticate<Name extends EndpointName>(
  request: Request,
  name: Name,
  identify: Identify,
): Promise<Admitted[Endpoints[Name]['access']]>;
export async function authenticate(
  request: Request,
  name: EndpointName,
  identify: Identify,
): Promise<Identity> {
  const { access } = endpoints[name];
  if (access === 'anyone') return visitor;
  const header = request.get('authorization');
  if (header === undefined) {
    if (access === 'anyone-or-admin') return visitor;
    throw new ApiError('unauthenticated', 'Please sign in.');
  }
  const bearer = BEARER.exec(header)?.[1];
  if (bearer === undefined) throw new ApiError('unauthenticated', 'This token is not valid.');
  const identity = await identify(bearer);
  if (access === 'admin' && !isAdmin(identity)) {
    throw new ApiError('forbidden', 'Only an administrator may do this.');
  }
  if (access === 'google-user' && !('uid' in identity)) {
    throw new ApiError('forbidden', 'Only a Google account may do this.');
  }
  return identity;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** How scripts of other sites may read. It is the same for each origin, so that the CDN needs no copy for each. */
const READING = {
  origin: '*',
  methods: ['GET', 'HEAD'],
  allowedHeaders: 'Cache-Control, Content-Type, If-None-Match, User-Agent, X-Requested-With',
  exposedHeaders: 'X-Request-Id, Retry-After',
  // The longest time that Chromium remembers it.
  maxAge: 7_200,
};

/** Whether a request reads as a visitor, or asks whether a script may. */
function isPublicRead({ method = '', headers }: CorsRequest): boolean {
  const { authorization, 'access-control-request-method': asked = '' } = headers;
  return authorization === undefined && /^(GET|HEAD)$/.test(method === 'OPTIONS' ? asked : method);
}

/**
 * Lets scripts of all sites read what visitors read, errors too, without credentials: never to a request with a bearer.
 * Writes are refused by {@link refuseCrossSiteWrites}.
 */
export const sharePublicReads: RequestHandler = cors((request, decide) => {
  decide(null, isPublicRead(request) ? READING : { origin: false });
});

/**
 * Refuses writes that a browser makes on behalf of another site (S15). Browsers say so in
 * Sec-Fetch-Site; older ones send Origin, which must then name the requested host.
 */
export const refuseCrossSiteWrites: RequestHandler = (request, _response, next) => {
  if (SAFE_METHODS.has(request.method)) return next();
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const host = URL.parse(origin ?? '')?.host;
  const isRequested = host && [request.get('x-forwarded-host'), request.get('host')].includes(host);
  const sameOrigin =
    site === undefined
      ? origin === undefined || isRequested
      : site === 'same-origin' || site === 'none';
  if (!sameOrigin) throw new ApiError('forbidden', 'Requests from other sites are refused.');
  next();
};
