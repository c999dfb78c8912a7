import type { WorkboxPlugin } from 'workbox-core';

/** Saves only responses that the server marks as publicly cacheable. */
export const onlyPublic: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) => {
    const isPublic = response.headers.get('Cache-Control')?.includes('public') === true;
    return Promise.resolve(response.status === 200 && isPublic ? response : null);
  },
};
