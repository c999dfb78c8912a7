import express, { type Express, type RequestHandler } from 'express';
import { API_BASE_PATH, COMPAT_BASE_PATH, embedPath, type ApiError } from './contract/index.ts';
import { type Context, createServices, type Services } from './site.ts';
import { imageRoutes } from './images/images.routes.ts';
import { jokeRoutes } from './jokes/jokes.routes.ts';
import { nobody } from './jokes/visitor-searches.ts';
import { moderationRoutes } from './moderation/moderation.routes.ts';
import { pageRoutes } from './pages/pages.routes.ts';
import { createScreens } from './pages/screens.service.ts';
import { ratingRoutes } from './votes/ratings.routes.ts';
import { signInRoutes } from './sessions/sign-in.routes.ts';
import { submissionRoutes } from './submissions/submissions.routes.ts';
import { visitorReader, type Handlers } from './http/api-call.ts';
import { refuseCrossSiteWrites, writesAfter } from './http/authenticate.ts';
import { bindEndpoints } from './http/bind-endpoints.ts';
import { bindPages } from './http/bind-pages.ts';
import { handleErrors } from './http/error-handler.ts';
import { refuseBodies } from './http/read-body.ts';
import { logRequests } from './http/request-log.ts';
import { createResponseCache } from './http/response-cache.ts';
import { refuseUnknownPath } from './http/routing.ts';
import { onFirstUse } from './platform/on-first-use.ts';

/** One handler for every endpoint of the contract; a missing one does not compile. */
export function createHandlers(services: Services): Handlers {
  return {
    ...jokeRoutes(services),
    ...submissionRoutes(services),
    ...ratingRoutes(services),
    getHealth: () => services.health.check(),
    ...moderationRoutes(services),
    ...imageRoutes(services),
    getCard: async ({ input }) => ({
      content: await services.cards.read(input.params.id),
      personal: false,
    }),
    ...signInRoutes(services),
    async getOpenApi() {
      const { createOpenApiDocument } = await import('./http/openapi.ts');
      return createOpenApiDocument();
    },
  };
}

/** The API and the pages. A request passes through these handlers in order. */
export function createApp(context: Context): Express {
  const app = express();
  const services = createServices(context);
  const { identify, feeds, catalog } = services;
  const handlers = createHandlers(services);
  const screens = createScreens({
    ...context,
    read: visitorReader(handlers),
  });
  const notFoundPage = onFirstUse(async () => (await screens('/404', nobody)).html);
  const noEmbed = onFirstUse(async () => (await screens(embedPath(0), nobody)).html);
  const errorPage = async ({ code }: ApiError, path: string) => {
    if (code !== 'not_found') return undefined;
    return `${path}/`.startsWith('/embed/') ? noEmbed() : notFoundPage();
  };
  const pages = {
    ...pageRoutes({ ...services, screens }),
    ...feeds,
  };
  const responseCache = createResponseCache(catalog, context.clock);
  app.disable('x-powered-by').set('etag', 'strong').set('query parser', 'simple');
  app.enable('case sensitive routing');
  app.use(logRequests(context));
  app.use(refuseBodies);
  app.use(responseCache.serveCached);
  app.use(refuseCrossSiteWrites);
  // Never into a database that another version has written.
  app.use(writesAfter(() => catalog.ready()));
  app.use(
    API_BASE_PATH,
    bindEndpoints(handlers, {
      ...context,
      identify,
      responseCache,
      signImages: services.imageSignatures.sign,
    }),
  );
  const loadCompat = onFirstUse(async () => {
    const { chucknorrisRouter } = await import('./jokes/chucknorris.routes.ts');
    return chucknorrisRouter(services, { ...context, responseCache });
  });
  const compat: RequestHandler = async (...call) => (await loadCompat())(...call);
  app.use(COMPAT_BASE_PATH, compat);
  app.use('/api', refuseUnknownPath);
  app.use(bindPages(pages, { ...context, errorPage, responseCache }));
  app.use(handleErrors(context.log));
  return app;
}
