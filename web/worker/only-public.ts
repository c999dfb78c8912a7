import type { WorkboxPlugin } from 'workbox-core';

/** Saves only what the server lets everybody's caches have. */
export const onlyPublic: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) => {
    const isPublic = response.headers.get('Cache-Control')?.includes('public') === true;
    return Promise.resolve(response.status === 200 && isPublic ? response : null);
  },
};
