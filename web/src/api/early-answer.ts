declare global {
  interface Window {
    /** the page's first request, sent by its inline script (web/build/early-script.ts) */
    earlyAnswer?: { address: string; response: Promise<Response> };
  }
}

/** The response that the server embedded in a joke's page (functions/src/features/pages), if it belongs to this path. */
function embeddedAnswer(path: string): Response | undefined {
  const element = document.getElementById('first-answer');
  if (element === null) return undefined;
  const content: unknown = JSON.parse(element.textContent);
  const isAnswer = typeof content === 'object' && content !== null && 'body' in content;
  if (!isAnswer || !('address' in content) || content.address !== path) return undefined;
  element.remove();
  return Response.json(content.body);
}

/**
 * The response that the page has already requested or contains. Each response is returned only once.
 * @param path of the call, with its query
 */
export function takeEarlyAnswer(path: string): Promise<Response> | Response | undefined {
  if (typeof window === 'undefined') return undefined;
  const early = window.earlyAnswer;
  if (early?.address !== path) return embeddedAnswer(path);
  delete window.earlyAnswer;
  return early.response;
}
