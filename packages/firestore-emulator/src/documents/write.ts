import type { FieldPath } from '../values/field-path.ts';
import type { Fields, Micros, Value } from '../values/value.ts';

/** What must hold for a write to be applied. */
export type Precondition =
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'updateTime'; readonly updateTime: Micros };

/** A change that the server computes from a field's value. */
export type Transform =
  | { readonly kind: 'requestTime' }
  | { readonly kind: 'increment' | 'maximum' | 'minimum'; readonly operand: Value }
  | { readonly kind: 'union' | 'remove'; readonly values: readonly Value[] };

export interface FieldTransform {
  readonly field: FieldPath;
  readonly transform: Transform;
}

/** One write of a commit. */
export type Write =
  | {
      readonly kind: 'set';
      readonly name: string;
      readonly fields: Fields;
      /** The fields to change; null replaces the whole document. */
      readonly mask: readonly FieldPath[] | null;
      readonly transforms: readonly FieldTransform[];
      readonly precondition: Precondition | null;
    }
  | { readonly kind: 'delete'; readonly name: string; readonly precondition: Precondition | null };

/** The result of a write: the document's update time (null after a deletion) and the computed values. */
export interface WriteResult {
  readonly updateTime: Micros | null;
  readonly transformResults: readonly Value[];
}
