import { limits } from 'functions/contract';
import { call } from '../../api/call.ts';
import { createQuery } from '../../api/create-query.ts';

/** The active jokes by page number. */
export const jokePages = createQuery((page: number) =>
  call('listJokes', { query: { page, per_page: limits.homePageSize, status: 'active' } }),
);

/** The best rated jokes, best first, by the number to load. */
export const topJokes = createQuery((limit: number) => call('listTopJokes', { query: { limit } }));

/** Single jokes by id. */
export const singleJokes = createQuery((id: number) => call('getJoke', { params: { id } }));

/** The most recently approved jokes, newest first, by the number to load. */
export const newestJokes = createQuery((limit: number) =>
  call('listNewestJokes', { query: { limit } }),
);
