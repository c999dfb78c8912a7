import { limits } from 'functions/contract';
import { call } from '../../api/call.ts';
import { createQuery } from '../../queries/create-query.ts';

/** The active jokes by page number. */
export const jokePages = createQuery((page: number) =>
  call('listJokes', { query: { page, per_page: limits.homePageSize, status: 'active' } }),
);

/** The best rated facts, best first, by their number. */
export const topJokes = createQuery((limit: number) => call('listTopJokes', { query: { limit } }));

/** Single facts by their id. */
export const singleJokes = createQuery((id: number) => call('getJoke', { params: { id } }));

/** The facts approved last, newest first, by their number. */
export const newestJokes = createQuery((limit: number) =>
  call('listNewestJokes', { query: { limit } }),
);
