import { checkSize } from './document-limits.ts';
import { getField, withField } from '../values/field-path.ts';
import { Code, invalidArgument, RpcError } from '../status.ts';
import { applyTransform, type TransformContext } from './transform.ts';
import type { Document, Fields, Micros, Value } from '../values/value.ts';
import type { Precondition, Write } from './write.ts';

/** Throws when the precondition of a write does not hold. */
export type CheckPrecondition = (
  name: string,
  current: Document | null,
  precondition: Precondition | null,
) => void;

/** The rules for writes. Tests replace them to plant bugs. */
export interface WriteRules extends Omit<TransformContext, 'requestTime'> {
  readonly checkPrecondition: CheckPrecondition;
  /** Whether a write with this result changes nothing. */
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

/**
 * Checks that each later write of a commit to the same document expects what the earlier ones lead to.
 * Only the precondition of the first one depends on what is stored.
 *
 * @throws RpcError INVALID_ARGUMENT
 */
export function checkRepeatedWrites(writes: readonly Write[]): void {
  const earlier = new Map<string, { deleted: boolean; version: Micros | null }>();
  for (const { name, kind, precondition } of writes) {
    const before = earlier.get(name);
    const version = precondition?.kind === 'updateTime' ? precondition.updateTime : null;
    const holds =
      before === undefined ||
      precondition === null ||
      (precondition.kind === 'exists'
        ? precondition.exists !== before.deleted
        : version === before.version && (kind === 'delete' || !before.deleted));
    if (!holds) throw invalidArgument(`The preconditions of the writes to ${name} conflict.`);
    earlier.set(name, { deleted: kind === 'delete', version: before?.version ?? version });
  }
}

/**
 * Computes the result of a write.
 *
 * @param current the document before the write, or null
 * @param time the time of the commit
 * @returns the document after the write, or null, and the computed values
 * @throws RpcError when a precondition does not hold or the document is too large
 */
export function applyWrite(
  rules: WriteRules,
  current: Document | null,
  write: Write,
  time: Micros,
): { readonly document: Document | null; readonly transformResults: readonly Value[] } {
  rules.checkPrecondition(write.name, current, write.precondition);
  if (write.kind === 'delete') return { document: null, transformResults: [] };
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
  const createTime = current?.createTime ?? time;
  const document: Document = { name: write.name, fields, createTime, updateTime: time };
  checkSize(document);
  return { document, transformResults };
}
