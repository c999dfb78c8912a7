import { createHash } from 'node:crypto';
import type { ServedPage } from '../e2e/proxy.ts';

/** Records errors, in sessionStorage because they outlive the page. */
const RECORDER = `(() => {
  const record = (text) => {
    const errors = JSON.parse(sessionStorage.getItem('recordedErrors') ?? '[]');
    sessionStorage.setItem('recordedErrors', JSON.stringify([...errors, text]));
  };
  const { error } = console;
  console.error = (...parts) => {
    record(parts.join(' '));
    error.apply(console, parts);
  };
  addEventListener('error', ({ message, target }) =>
    record(message ?? (target.src || target.href) + ' could not be loaded'), true);
  addEventListener('unhandledrejection', ({ reason }) => record('Unhandled: ' + reason));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    record(effectiveDirective + ' blocked ' + blockedURI));
})();`;

const RECORDER_SOURCE = `'sha256-${createHash('sha256').update(RECORDER).digest('base64')}'`;

/** An expression whose value is the recorded errors. They are forgotten. */
export const TAKE_ERRORS = `(() => {
  const errors = JSON.parse(sessionStorage.getItem('recordedErrors') ?? '[]');
  sessionStorage.removeItem('recordedErrors');
  return errors;
})()`;

/**
 * Adds a script to a page that records its errors, for a browser whose driver does not report them.
 * A page without scripts stays as it is.
 */
export function withErrorRecorder({ html, policy }: ServedPage): ServedPage {
  if (!policy.includes('script-src ')) return { html, policy };
  return {
    html: html.replace('<head>', () => `<head><script>${RECORDER}</script>`),
    policy: policy.replace('script-src ', () => `script-src ${RECORDER_SOURCE} `),
  };
}
