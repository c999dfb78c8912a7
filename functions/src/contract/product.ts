/** The product's name as it stands on every screen (specification §2, `{product}`). */
export const PRODUCT_NAME = 'Chuck Norris Facts';

/** Where the API lives under the site's origin (specification §7). */
export const API_BASE_PATH = '/api/v1';
