import { expect } from 'vitest';
import * as z from 'zod';
import type { Log } from '../../../functions/src/platform/log.ts';

const requestLine = z.object({
  severity: z.enum(['INFO', 'WARNING']),
  message: z.string(),
  request_id: z.string(),
  operation: z.optional(z.string()),
  method: z.string(),
  status: z.int(),
  outcome: z.enum(['success', 'refused', 'shed', 'failed', 'abandoned']),
  error: z.optional(z.string()),
  latency_ms: z.number(),
});
type RequestLine = z.infer<typeof requestLine>;

/** The log of an instance. */
export interface LoggedRequests {
  log: Log;
  /** every line, as the JSON that is written */
  lines: string[];
  /** Waits for the lines of `count` requests. Lines about faults are left out. */
  requests(count: number): Promise<RequestLine[]>;
  forget(): void;
}

export function collectLog(): LoggedRequests {
  const lines: string[] = [];
  const requestLines = () =>
    lines.flatMap((line) => {
      const parsed = requestLine.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    });
  return {
    lines,
    log: (entry) => void lines.push(JSON.stringify(entry)),
    // A line is written after its response is sent, so the client may get the response first.
    async requests(count) {
      await expect.poll(() => requestLines().length).toBeGreaterThanOrEqual(count);
      return requestLines();
    },
    forget() {
      lines.length = 0;
    },
  };
}
