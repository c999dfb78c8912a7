import type { Request } from 'express';

/** Headers that say who the client is, or where it comes from. */
const TELLING_HEADERS = [
  'authorization',
  'cookie',
  'idempotency-key',
  'x-forwarded-for',
  'forwarded',
  'referer',
];
const DEPTH = 3;

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value, value.trim()];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth - 1));
}

/** What a client sent of its own, for taking it out of what is logged: texts and their parts. */
export function sentValues(request: Request): string[] {
  const headers = TELLING_HEADERS.flatMap((name) => {
    const header = request.get(name) ?? '';
    return [header, ...header.split(/[\s,;=]+/)];
  });
  const bodies = [request.query, request.params, request.body].flatMap((part: unknown) =>
    textsIn(part, DEPTH),
  );
  return [...headers, ...bodies, request.ip ?? '', request.socket.remoteAddress ?? ''];
}
