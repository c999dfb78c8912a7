import { isJsonObject, type JsonObject } from './firebase-json.ts';

/**
 * The hosting section with sources added to `connect-src` of its content security policies, and
 * nothing else changed: the Auth emulator is another origin, which the site's policy would block.
 * @param hosting the `hosting` section of firebase.json
 * @param sources origins such as `http://127.0.0.1:9099`
 */
export function allowConnections(hosting: JsonObject, sources: readonly string[]): JsonObject {
  if (sources.length === 0 || !Array.isArray(hosting['headers'])) return hosting;
  const rules: unknown[] = hosting['headers'];
  return { ...hosting, headers: rules.map((rule) => allowInRule(rule, sources)) };
}

function allowInRule(rule: unknown, sources: readonly string[]): unknown {
  if (!isJsonObject(rule) || !Array.isArray(rule['headers'])) return rule;
  const headers: unknown[] = rule['headers'];
  return { ...rule, headers: headers.map((header) => allowInHeader(header, sources)) };
}

function allowInHeader(header: unknown, sources: readonly string[]): unknown {
  if (!isJsonObject(header)) return header;
  const { key, value } = header;
  if (typeof key !== 'string' || typeof value !== 'string') return header;
  if (key.toLowerCase() !== 'content-security-policy') return header;
  return { ...header, value: value.replace(/\bconnect-src [^;]*/, `$& ${sources.join(' ')}`) };
}
