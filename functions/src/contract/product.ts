/** The product's name on every screen (specification §2, `{product}`). */
export const PRODUCT_NAME = 'Chuck Norris Facts';

/** The API's path under the site's origin (specification §7). */
export const API_BASE_PATH = '/api/v1';

/** The path of calls in the format of api.chucknorris.io. */
export const COMPAT_BASE_PATH = '/compat/chucknorris';
