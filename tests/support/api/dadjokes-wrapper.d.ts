/** The package has no types. Each method resolves to an error instead of throwing it. */
declare module 'dadjokes-wrapper' {
  export default class DadJokes {
    constructor(baseUrl: string);
    randomJoke(): Promise<unknown>;
    randomSlackJoke(): Promise<unknown>;
    jokeById(id: string): Promise<unknown>;
    searchJoke(query: string): Promise<unknown>;
  }
}
