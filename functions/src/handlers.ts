import { ApiError } from './contract/index.ts';
import { healthRoutes } from './health/health.routes.ts';
import type { Handlers } from './http/api-call.ts';
import { jokeRoutes } from './jokes/jokes.routes.ts';
import { moderationRoutes } from './moderation/moderation.routes.ts';
import { openApiRoutes } from './openapi/openapi.routes.ts';
import { ratingRoutes } from './ratings/ratings.routes.ts';
import type { Services } from './services.ts';
import { submissionRoutes } from './submissions/submissions.routes.ts';

/** Stands for an endpoint that is in the contract and not built yet. */
function notImplemented(): Promise<never> {
  return Promise.reject(new ApiError('not_implemented', 'This is not available yet.'));
}

/** One handler for every endpoint of the contract; one left out does not compile. */
export function createHandlers(services: Services): Handlers {
  return {
    ...jokeRoutes(services),
    ...submissionRoutes(services),
    ...ratingRoutes(services),
    ...healthRoutes(services),
    ...moderationRoutes(services),
    ...openApiRoutes(),
    getAdmin: notImplemented,
    loginAdmin: notImplemented,
    logoutAdmin: notImplemented,
    getAdminSetup: notImplemented,
    setupAdmin: notImplemented,
    changePassword: notImplemented,
    loginGoogle: notImplemented,
    generateImage: notImplemented,
    getImageStatus: notImplemented,
    listImageStatus: notImplemented,
    getImageFile: notImplemented,
  };
}
