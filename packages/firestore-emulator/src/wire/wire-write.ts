import {
  compareFieldPaths,
  isDocumentName,
  overlaps,
  parseFieldPath,
  type FieldPath,
} from '../values/field-path.ts';
import { checkContent } from '../documents/document-limits.ts';
import { checkDocumentName } from '../values/resource-name.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { isNumber, type Value } from '../values/value.ts';
import { fromWireArray, fromWireFields, fromWireValue, toWireValue } from './wire-value.ts';
import {
  flag,
  list,
  message,
  optionalMessage,
  systemTime,
  text,
  textList,
  toWireTimestamp,
  type Message,
} from './message.ts';
import type {
  FieldTransform,
  Precondition,
  Transform,
  Write,
  WriteResult,
} from '../documents/write.ts';

const MAX_TRANSFORMS = 500;

/**
 * Reads a google.firestore.v1.Write.
 *
 * @param database the database of the request, which the document must be in
 * @throws RpcError INVALID_ARGUMENT or UNIMPLEMENTED
 */
export function fromWireWrite(wire: unknown, database: string): Write {
  const write = message(wire, 'A write');
  const precondition = fromWirePrecondition(optionalMessage(write, 'currentDocument'));
  const kind = text(write, 'operation');
  if (kind === 'delete') {
    if (write['updateMask'] || list(write, 'updateTransforms').length > 0) {
      throw invalidArgument('A deletion takes neither a mask nor transforms.');
    }
    return { kind, name: checkDocumentName(text(write, kind), database), precondition };
  }
  if (kind === 'transform') throw unimplemented('writes of the kind transform');
  if (kind !== 'update') throw invalidArgument('A write has no operation.');
  const document = message(write[kind], 'A document');
  const mask = fromWireMask(optionalMessage(write, 'updateMask'));
  const transforms = list(write, 'updateTransforms').map(fieldTransform);
  if (transforms.length > MAX_TRANSFORMS) {
    throw invalidArgument(`A document takes at most ${MAX_TRANSFORMS} transforms.`);
  }
  checkPaths(mask ?? [], transforms);
  const fields = fromWireFields(document['fields']);
  checkContent(fields);
  const name = checkDocumentName(text(document, 'name'), database);
  return { kind: 'set', name, fields, mask, transforms, precondition };
}

/** Reads a google.firestore.v1.DocumentMask; null when it was not sent. */
export function fromWireMask(wire: Message | undefined): FieldPath[] | null {
  return wire === undefined ? null : textList(wire, 'fieldPaths').map(parseFieldPath);
}

/** Reads a google.firestore.v1.Precondition; null when it was not sent or is empty. */
function fromWirePrecondition(wire: Message | undefined): Precondition | null {
  if (wire === undefined) return null;
  const kind = text(wire, 'conditionType');
  if (kind === 'exists') return { kind, exists: flag(wire, kind) };
  if (kind === 'updateTime') return { kind, updateTime: systemTime(message(wire[kind], kind)) };
  return null;
}

/** @returns the google.firestore.v1.WriteResult */
export function toWireWriteResult(result: WriteResult): Message {
  return {
    ...(result.updateTime === null ? {} : { updateTime: toWireTimestamp(result.updateTime) }),
    transformResults: result.transformResults.map(toWireValue),
  };
}

function checkPaths(mask: readonly FieldPath[], transforms: readonly FieldTransform[]): void {
  const paths = transforms.map(({ field }) => field);
  if ([...mask, ...paths].some(isDocumentName))
    throw invalidArgument('__name__ cannot be written.');
  const sorted = paths.sort(compareFieldPaths);
  for (const [i, path] of sorted.entries()) {
    // A path comes directly before those below it.
    const next = sorted[i + 1];
    if (next !== undefined && next.text !== path.text && overlaps(path, next)) {
      throw invalidArgument(`The transforms of ${path.text} and ${next.text} conflict.`);
    }
  }
}

function fieldTransform(wire: unknown): FieldTransform {
  const item = message(wire, 'A transform');
  return { field: parseFieldPath(text(item, 'fieldPath')), transform: transform(item) };
}

function transform(wire: Message): Transform {
  const kind = text(wire, 'transformType');
  switch (kind) {
    case 'setToServerValue':
      if (wire[kind] !== 'REQUEST_TIME') throw invalidArgument('Unknown server value.');
      return { kind: 'requestTime' };
    case 'increment':
    case 'maximum':
    case 'minimum':
      return { kind, operand: numberOperand(wire[kind], kind) };
    case 'appendMissingElements':
      return { kind: 'union', values: elements(wire[kind]) };
    case 'removeAllFromArray':
      return { kind: 'remove', values: elements(wire[kind]) };
    case '':
      throw invalidArgument('A transform has no type.');
    default:
      throw unimplemented(`the transform ${kind}`);
  }
}

function numberOperand(wire: unknown, kind: string): Value {
  const operand = fromWireValue(wire);
  if (!isNumber(operand)) throw invalidArgument(`The operand of ${kind} is not a number.`);
  return operand;
}

function elements(wire: unknown): Value[] {
  const values = fromWireArray(message(wire, 'An array'));
  checkContent(new Map([['elements', { type: 'array', values }]]));
  return values;
}
