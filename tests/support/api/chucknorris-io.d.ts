/** The client of api.chucknorris.io for Node; the package has no types. */
declare module 'chucknorris-io' {
  interface Joke {
    getId(): string;
    getIconUrl(): string;
    getSourceUrl(): string;
    getValue(): string;
  }

  export default class Client {
    basePath: string;
    getClientVersion(): string;
    getJokeCategories(): Promise<string[]>;
    getRandomJoke(category?: string): Promise<Joke>;
    search(term: string): Promise<{ getCount(): number; getItems(): Joke[] }>;
  }
}
