import type { Handler, Handlers } from './api-call.ts';

/** The calls about the service itself. */
export function serviceRoutes({ follower }: { follower: { health: Handler<'getHealth'> } }) {
  return {
    getHealth: follower.health,
    async getOpenApi() {
      const { createOpenApiDocument } = await import('./openapi.ts');
      return createOpenApiDocument();
    },
  } satisfies Partial<Handlers>;
}
