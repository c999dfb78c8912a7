declare global {
  interface Window {
    /** the first request of the page, which its inline script has sent (web/build/early-script.ts) */
    earlyAnswer?: { address: string; response: Promise<Response> };
  }
}

/**
 * The answer that the page itself has already asked for, once.
 * @param address of the call, path and query
 */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const early = globalThis.window?.earlyAnswer;
  if (early?.address !== address) return undefined;
  delete window.earlyAnswer;
  return early.response;
}
