import { checkSize } from './document-limits.ts';
import { getField, withField } from './field-path.ts';
import { Code, RpcError } from './status.ts';
import { applyTransform, type TransformContext } from './transform.ts';
import { identicalFields, type Document, type Fields, type Micros, type Value } from './value.ts';
import type { Precondition, Write, WriteResult } from './write.ts';

/** Refuses a write whose precondition does not hold. */
export type CheckPrecondition = (
  name: string,
  current: Document | null,
  precondition: Precondition | null,
) => void;

/** What decides about writes: replaceable, so that tests can plant a fault. */
export interface WriteRules extends Omit<TransformContext, 'requestTime'> {
  readonly checkPrecondition: CheckPrecondition;
  /** Whether a write that leads to this content leaves the document as it is. */
  readonly isUnchanged: (before: Fields, after: Fields) => boolean;
}

/** @throws RpcError NOT_FOUND, ALREADY_EXISTS or FAILED_PRECONDITION */
export const checkPrecondition: CheckPrecondition = (name, current, precondition) => {
  if (precondition === null) return;
  if (precondition.kind === 'updateTime') {
    if (current?.updateTime === precondition.updateTime) return;
    const message = 'The stored version does not match the required base version.';
    throw new RpcError(Code.FAILED_PRECONDITION, `${message} ${name}`);
  }
  if (precondition.exists && current === null) {
    throw new RpcError(Code.NOT_FOUND, `No document to update: ${name}`);
  }
  if (!precondition.exists && current !== null) {
    throw new RpcError(Code.ALREADY_EXISTS, `Document already exists: ${name}`);
  }
};

/** @returns whether both contents are the same to the last bit */
export function isUnchanged(before: Fields, after: Fields): boolean {
  return identicalFields(before, after);
}

/**
 * Computes what a write makes of a document.
 *
 * @param current the document before, null when there is none
 * @param time the time of the commit
 * @returns the document after, null when there is none; `current` itself when nothing changes
 * @throws RpcError when a precondition or the size limit refuses the write
 */
export function applyWrite(
  rules: WriteRules,
  current: Document | null,
  write: Write,
  time: Micros,
): { readonly document: Document | null; readonly result: WriteResult } {
  rules.checkPrecondition(write.name, current, write.precondition);
  if (write.kind === 'delete') {
    return { document: null, result: { updateTime: null, transformResults: [] } };
  }
  let fields = write.fields;
  if (write.mask !== null) {
    fields = current?.fields ?? new Map();
    for (const path of write.mask) fields = withField(fields, path, getField(write.fields, path));
  }
  const transformResults: Value[] = [];
  for (const { field, transform } of write.transforms) {
    const context = { ...rules, requestTime: time };
    const { value, result } = applyTransform(context, getField(fields, field), transform);
    fields = withField(fields, field, value);
    transformResults.push(result);
  }
  if (current !== null && rules.isUnchanged(current.fields, fields)) {
    return { document: current, result: { updateTime: current.updateTime, transformResults } };
  }
  const document: Document = {
    name: write.name,
    fields,
    createTime: current?.createTime ?? time,
    updateTime: time,
  };
  checkSize(document);
  return { document, result: { updateTime: time, transformResults } };
}
