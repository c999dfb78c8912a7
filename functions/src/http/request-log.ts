import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import {
  ERROR_STATUS,
  type EndpointName,
  type ErrorCode,
  type PageName,
} from '../contract/index.ts';
import { describeError, type Log } from '../platform/log.ts';
import type { Tools } from '../platform/tools.ts';

/** What a request asks for: an endpoint, a page, or the compatible API. */
export type Operation = EndpointName | PageName | 'compat';

/**
 * How a request can end. `refused`: the client's fault. `shed`: refused on purpose, because too many others
 * wait. `failed`: our fault or that of a service that we call; there is a separate line for the error.
 * `abandoned`: the client disconnected before the response was complete.
 */
type Outcome = 'success' | 'refused' | 'shed' | 'failed' | 'abandoned';

interface RequestRecord {
  request_id: string;
  /** undefined if no route matched */
  operation?: Operation;
  /** why it was refused or failed */
  error?: ErrorCode;
  /** whether it was refused on purpose */
  shed?: boolean;
  /** whether the function was called at its own URL, bypassing Hosting */
  direct?: true;
}

const records = new WeakMap<Response, RequestRecord>();

/** Adds fields to the log line of a request. */
export function addLogFields(response: Response, fields: Partial<RequestRecord>): void {
  const record = records.get(response);
  if (record) Object.assign(record, fields);
}

/** The id of a request in the log; empty if it has none. */
export function requestId(response: Response): string {
  return records.get(response)?.request_id ?? '';
}

/** What was called, in words. */
const operationOf = (response: Response) => records.get(response)?.operation ?? 'unknown path';

function outcomeOf(
  { statusCode, writableFinished }: Response,
  { error, shed }: RequestRecord,
): Outcome {
  if (shed) return 'shed';
  if (error !== undefined) return ERROR_STATUS[error] >= 500 ? 'failed' : 'refused';
  if (!writableFinished) return 'abandoned';
  if (statusCode >= 500) return 'failed';
  return statusCode >= 400 ? 'refused' : 'success';
}

/**
 * Gives every request an id, sent as X-Request-Id, and logs one line when it ends: what was called, how
 * it ended and how long it took. No path, query, body, cookie, token or address is logged.
 */
export function logRequests({ log, clock }: Pick<Tools, 'log' | 'clock'>): RequestHandler {
  return (request, response, next) => {
    const record: RequestRecord = { request_id: randomUUID() };
    const started = clock();
    const { method } = request;
    records.set(response, record);
    response.set('X-Request-Id', record.request_id);
    response.once('close', () => {
      const { shed: _, ...fields } = record;
      const outcome = outcomeOf(response, record);
      log({
        severity: outcome === 'failed' || outcome === 'shed' ? 'WARNING' : 'INFO',
        message: `${method} ${operationOf(response)} ${response.statusCode}`,
        ...fields,
        method,
        status: response.statusCode,
        outcome,
        latency_ms: clock() - started,
      });
    });
    next();
  };
}

/** Logs an error that is our fault: where it happened and why. */
export function logFailure(log: Log, request: Request, response: Response, thrown: unknown): void {
  log({
    severity: 'ERROR',
    message: `${request.method} ${operationOf(response)} failed`,
    request_id: requestId(response),
    operation: records.get(response)?.operation,
    stack_trace: describeError(thrown),
  });
}
