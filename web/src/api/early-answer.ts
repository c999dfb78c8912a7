declare global {
  interface Window {
    /** the first request of the page, which its inline script has sent (web/build/early-script.ts) */
    earlyAnswer?: { address: string; response: Promise<Response> };
  }
}

/** The answer that a fact's page brings along, and what it answers (functions/src/features/pages). */
function answerInPage(address: string): Response | undefined {
  const element = document.getElementById('first-answer');
  if (element === null) return undefined;
  const content: unknown = JSON.parse(element.textContent);
  const isAnswer = typeof content === 'object' && content !== null && 'body' in content;
  if (!isAnswer || !('address' in content) || content.address !== address) return undefined;
  element.remove();
  return Response.json(content.body);
}

/**
 * The answer that the page itself has already asked for or brought along, once.
 * @param address of the call, path and query
 */
export function takeEarlyAnswer(address: string): Promise<Response> | Response | undefined {
  if (typeof window === 'undefined') return undefined;
  const early = window.earlyAnswer;
  if (early?.address !== address) return answerInPage(address);
  delete window.earlyAnswer;
  return early.response;
}
