import { parse } from 'node:querystring';
import express, { type Express } from 'express';
import { API_BASE_PATH, COMPAT_BASE_PATH, embedPath, type ApiError } from './contract/index.ts';
import { type Context, createServices, type Services } from './site.ts';
import { imageRoutes } from './images/images.routes.ts';
import { chucknorrisApi } from './compat/chucknorris.routes.ts';
import { READ } from './catalog/follower.ts';
import { jokeRoutes } from './jokes/jokes.routes.ts';
import { moderationRoutes } from './moderation/moderation.routes.ts';
import { pageRoutes } from './pages/pages.routes.ts';
import { createScreens } from './pages/screens.service.ts';
import { signInRoutes } from './sessions/sign-in.routes.ts';
import { submissionRoutes } from './submissions/submissions.routes.ts';
import { voteRoutes } from './votes/votes.routes.ts';
import { createAnswer } from './http/answer.ts';
import { visitorReader, type Handlers } from './http/api-call.ts';
import { refuseCrossSiteWrites, sharePublicReads } from './http/authenticate.ts';
import { bindEndpoints } from './http/bind-endpoints.ts';
import { bindPages } from './http/bind-pages.ts';
import { handleErrors } from './http/error-handler.ts';
import { serviceRoutes } from './http/service.routes.ts';
import { logRequests } from './http/request-log.ts';
import { createResponseCache } from './http/response-cache.ts';
import { oneATurn, refuseUnknownPath } from './http/routing.ts';
import { onFirstUse } from './platform/once.ts';
import { endlessCall } from './platform/deadline.ts';
import { visitor } from './platform/identity.ts';
import { nobody } from './platform/quota.ts';

/** One handler for every endpoint of the contract; a missing one does not compile. */
export function createHandlers(services: Services): Handlers {
  return {
    ...jokeRoutes(services),
    ...voteRoutes(services),
    ...submissionRoutes(services),
    ...moderationRoutes(services),
    ...imageRoutes(services),
    ...signInRoutes(services),
    ...serviceRoutes(services),
  };
}

/** The parameters of a query but for `_`, which jQuery adds against caches. */
function parametersOf(query: string | null): Record<string, unknown> {
  const { _, ...parameters } = parse(query ?? '');
  return parameters;
}

/** The API and the pages. A request passes through these handlers in order. */
export function createApp(context: Context, services = createServices(context)): Express {
  const app = express();
  const { identify, follower, startCall } = services;
  const handlers = createHandlers(services);
  const getRelatedJokes: typeof handlers.getRelatedJokes = (call) =>
    services.jokes.relatedIfIdle(call.input.params.id, call);
  const screens = createScreens(context, visitorReader({ ...handlers, getRelatedJokes }));
  const caller = { identity: visitor, network: nobody, state: endlessCall() };
  const notFoundPage = onFirstUse(async () => (await screens('/404', caller)).html);
  const noEmbed = onFirstUse(async () => (await screens(embedPath(0), caller)).html);
  const errorPage = async ({ code }: ApiError, path: string) => {
    if (code !== 'not_found') return undefined;
    return `${path}/`.startsWith('/embed/') ? noEmbed() : notFoundPage();
  };
  const pages = pageRoutes(services, screens);
  const responseCache = createResponseCache(follower, context.clock);
  app.disable('x-powered-by').set('etag', 'strong').set('query parser', parametersOf);
  app.enable('case sensitive routing');
  app.use(logRequests(context));
  app.use(sharePublicReads);
  app.use(responseCache.serveCached);
  app.use(oneATurn());
  app.use(refuseCrossSiteWrites);
  // Nothing is written into a database that another version has written.
  const beforeWrite = () => follower.read(READ.writer);
  const shared = { ...context, answer: createAnswer({ ...context, startCall, responseCache }) };
  app.use(API_BASE_PATH, bindEndpoints(handlers, { ...shared, identify, beforeWrite }));
  app.use(COMPAT_BASE_PATH, chucknorrisApi({ ...shared, jokes: services.jokes }));
  app.use('/api', refuseUnknownPath);
  app.use(bindPages(pages, { ...shared, errorPage }));
  app.use(handleErrors(context.log));
  return app;
}
