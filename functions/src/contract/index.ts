/** The contract between the API and its clients. It imports only zod and the domain. */
export * from './account-endpoints.ts';
export * from './calls.ts';
export * from './changes.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './fields.ts';
export * from './image-endpoints.ts';
export * from './joke-endpoints.ts';
export * from './jokes.ts';
export * from './moderation-endpoints.ts';
export type * from './renderer.ts';
export * from './routes.ts';
export * from './urls.ts';
export * from './visitor-endpoints.ts';
