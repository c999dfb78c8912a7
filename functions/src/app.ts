import express, { type Express } from 'express';
import { API_BASE_PATH } from './contract/index.ts';
import type { Context } from './context.ts';
import { createHandlers } from './handlers.ts';
import { bindEndpoints } from './http/bind-endpoints.ts';
import { bindPages } from './http/bind-pages.ts';
import { refuseCrossSiteWrites } from './http/cross-site.ts';
import { handleCrashes, handleErrors, refuseUnknownPath } from './http/error-handler.ts';
import { refuseBodies } from './http/read-body.ts';
import { logRequests } from './http/request-log.ts';
import { createSharedAnswers } from './http/shared-answers.ts';
import { pageRoutes } from './pages/pages.routes.ts';
import { createServices } from './services.ts';

/** The whole API and the pages: what happens to a request, in this order. */
export function createApp(context: Context): Express {
  const app = express();
  const services = createServices(context);
  const { identify, readTemplate, jokes: edition } = services;
  const shared = createSharedAnswers({ ...context, edition });
  app.disable('x-powered-by').set('etag', 'strong').set('query parser', 'simple');
  app.use(logRequests(context));
  app.use(handleCrashes(context.log));
  app.use(refuseBodies);
  app.use(shared.sendAgain);
  app.use(refuseCrossSiteWrites);
  app.use(API_BASE_PATH, bindEndpoints(createHandlers(services), { ...context, identify, shared }));
  app.use(bindPages(pageRoutes(services), { ...context, readTemplate, shared }));
  app.use(refuseUnknownPath);
  app.use(handleErrors(context.log));
  return app;
}
