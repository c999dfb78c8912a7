import type { ServedPage } from '../e2e/proxy.ts';

/** How long to wait for an element that the page does not show yet. */
export const ELEMENT_TIMEOUT_MS = 30_000;

/** A browser with an empty profile and one open page. */
export interface EnginePage extends AsyncDisposable {
  /** Opens a URL and waits for its load event. */
  open(url: string): Promise<void>;
  /** The value of a JavaScript expression in the page, as JSON. A promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an element is there, then clicks it with the mouse. */
  click(selector: string): Promise<void>;
  /** Waits until a field is there, then types into it. */
  type(selector: string, text: string): Promise<void>;
  press(key: 'a'): Promise<void>;
  /**
   * The uncaught errors, console errors and violations of the content security policy since the
   * last call.
   */
  takeErrors(): Promise<string[]>;
}

/** A rendering engine with its browser. */
export interface Engine {
  name: 'Firefox' | 'WebKit';
  /** @throws {Error} if the browser is not installed or does not start */
  launch(): Promise<EnginePage>;
  /** Changes each page of the site on its way to the browser. */
  changePage?: (page: ServedPage) => ServedPage;
}
