import type { Handlers } from '../api-call.ts';
import { createOpenApiDocument } from './openapi.ts';

export function openApiRoutes(): Handlers<'getOpenApi'> {
  return { getOpenApi: () => Promise.resolve(createOpenApiDocument()) };
}
