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

interface RequestRecord {
  request_id: string;
  /** undefined if no route matched */
  operation?: Operation;
  /** why it was refused or failed */
  error?: ErrorCode;
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

/**
 * Gives every request an id, sent as X-Request-Id, and logs one line when it ends: what was called, its status
 * unless the client left before, and how long it took. No path, query, body, cookie, token or address is logged.
 */
export function logRequests({ log, clock }: Pick<Tools, 'log' | 'clock'>): RequestHandler {
  return (request, response, next) => {
    const record: RequestRecord = { request_id: randomUUID() };
    const started = clock();
    const { method } = request;
    records.set(response, record);
    response.set('X-Request-Id', record.request_id);
    response.once('close', () => {
      const { error } = record;
      const status = response.headersSent ? response.statusCode : undefined;
      log({
        severity: error !== undefined && ERROR_STATUS[error] >= 500 ? 'WARNING' : 'INFO',
        message: `${method} ${operationOf(response)} ${status ?? 'abandoned'}`,
        ...record,
        method,
        status,
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
