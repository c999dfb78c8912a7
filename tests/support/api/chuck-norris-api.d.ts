/** The package has no types. */
declare module 'chuck-norris-api' {
  interface Options {
    number?: number;
    firstName?: string;
    lastName?: string;
    exclude?: string | string[];
    limitTo?: string | string[];
    escape?: 'javascript';
  }
  const api: {
    /** where it sends its requests, with a slash at the end */
    apiHost: string;
    getRandom(options?: Options): Promise<unknown>;
    getJoke(id: number, options?: Options): Promise<unknown>;
    getCount(): Promise<unknown>;
    getCategories(): Promise<unknown>;
  };
  export default api;
}
