import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { ERROR_STATUS, type EndpointName, type ErrorCode } from '../contract/index.ts';
import { countOperations, type BilledOperations } from '../database/billed-operations.ts';
import { describeError } from '../logging/describe-error.ts';
import type { Log } from '../logging/log.ts';
import type { Config } from '../config.ts';
import type { PageName } from './pages.ts';
import { loggedPath } from './logged-path.ts';
import { sentValues } from './sent-values.ts';

/** The trace id that Google's front end gives a request. */
const TRACE = /^([0-9a-f]{32})\//;

/**
 * How a request can end, with the severity of its line: `refused` is the client's fault, `failed` ours
 * or that of a service behind us, which has an error line of its own; `abandoned` when the client went
 * away before it had the whole answer.
 */
const SEVERITY_OF_OUTCOME = {
  success: 'INFO',
  refused: 'INFO',
  failed: 'WARNING',
  abandoned: 'INFO',
} as const;
type Outcome = keyof typeof SEVERITY_OF_OUTCOME;

interface RequestFacts {
  /** the endpoint or page; undefined where no route matched */
  operation?: EndpointName | PageName;
  /** why it was refused or failed */
  error?: ErrorCode;
  /** that the function was called at its own address, beside Hosting */
  direct?: true;
}

interface RequestRecord extends RequestFacts, BilledOperations {
  request_id: string;
}

const records = new WeakMap<Response, RequestRecord>();

/** Adds to what the log will say of a request. */
export function noteInLog(response: Response, facts: RequestFacts): void {
  const record = records.get(response);
  if (record) Object.assign(record, facts);
}

/** The id under which the log has a request; empty where none was given. */
export function requestId(response: Response): string {
  return records.get(response)?.request_id ?? '';
}

function outcomeOf({ statusCode, writableFinished }: Response, error?: ErrorCode): Outcome {
  if (error !== undefined && ERROR_STATUS[error] >= 500) return 'failed';
  if (!writableFinished) return 'abandoned';
  if (statusCode >= 500) return 'failed';
  return statusCode >= 400 ? 'refused' : 'success';
}

/** What the request log needs. */
export interface RequestLogParts {
  log: Log;
  /** milliseconds since the epoch */
  clock: () => number;
  config: Pick<Config, 'projectId'>;
}

/**
 * Gives every request an id, sent back as X-Request-Id, and writes one line when it ends: what was
 * called, how it ended, how long it took and what Firestore bills for it until then. No query, body,
 * cookie, token or address is logged.
 */
export function logRequests({ log, clock, config }: RequestLogParts): RequestHandler {
  return (request, response, next) => {
    const trace = TRACE.exec(request.get('x-cloud-trace-context') ?? '')?.[1];
    const request_id = trace ?? randomUUID();
    const record: RequestRecord = { request_id, reads: 0, writes: 0, deletes: 0 };
    const started = clock();
    const { method, path: asked } = request;
    records.set(response, record);
    response.set('X-Request-Id', request_id);
    response.once('close', () => {
      const { operation, error, direct, reads, writes, deletes } = record;
      const outcome = outcomeOf(response, error);
      const path = loggedPath(asked);
      log({
        severity: SEVERITY_OF_OUTCOME[outcome],
        message: `${method} ${path} ${response.statusCode}`,
        request_id,
        operation,
        method,
        path,
        status: response.statusCode,
        outcome,
        error,
        direct,
        latency_ms: clock() - started,
        reads,
        writes,
        deletes,
        ...(trace && {
          'logging.googleapis.com/trace': `projects/${config.projectId}/traces/${trace}`,
        }),
      });
    });
    countOperations(record, next);
  };
}

/** Writes a line for what is our fault: where it happened and why, without what the client sent. */
export function logFailure(log: Log, request: Request, response: Response, thrown: unknown): void {
  log({
    severity: 'ERROR',
    message: `${request.method} ${loggedPath(request.baseUrl + request.path)} failed`,
    request_id: requestId(response),
    operation: records.get(response)?.operation,
    stack_trace: describeError(thrown, sentValues(request)),
  });
}
