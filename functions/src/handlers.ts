import { healthRoutes } from './health/health.routes.ts';
import type { Handlers } from './http/api-call.ts';
import { jokeRoutes } from './jokes/jokes.routes.ts';
import { imageRoutes } from './images/images.routes.ts';
import { moderationRoutes } from './moderation/moderation.routes.ts';
import { openApiRoutes } from './openapi/openapi.routes.ts';
import { ratingRoutes } from './ratings/ratings.routes.ts';
import type { Services } from './services.ts';
import { signInRoutes } from './sessions/sign-in.routes.ts';
import { submissionRoutes } from './submissions/submissions.routes.ts';

/** One handler for every endpoint of the contract; one left out does not compile. */
export function createHandlers(services: Services): Handlers {
  return {
    ...jokeRoutes(services),
    ...submissionRoutes(services),
    ...ratingRoutes(services),
    ...healthRoutes(services),
    ...moderationRoutes(services),
    ...imageRoutes(services),
    ...signInRoutes(services),
    ...openApiRoutes(),
  };
}
