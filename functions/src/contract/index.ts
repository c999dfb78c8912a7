/** The contract between the API and its clients. It imports only zod and the domain. */
export type { ClientEndpoint, ResponseShape } from './client-endpoints.ts';
export * from './embeds.ts';
export * from './endpoint-types.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './entities.ts';
export * from './error-body.ts';
export * from './errors.ts';
export * from './images.ts';
export * from './joke-content.ts';
export * from './joke-urls.ts';
export * from './moderation.ts';
export * from './oembed.ts';
export * from './product.ts';
export type * from './renderer.ts';
export * from './reports.ts';
export * from './routes.ts';
export * from './submissions.ts';
