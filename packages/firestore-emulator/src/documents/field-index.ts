import { getField, type FieldPath } from '../values/field-path.ts';
import { compareNames, type Compare } from '../values/order.ts';
import { NULL, type Document, type Value } from '../values/value.ts';

/** The current documents of a collection that have a field, in the order of its values and then of names. */
export class FieldIndex {
  readonly #field: FieldPath;
  readonly #compareValues: Compare<Value>;
  readonly #documents: Document[];

  constructor(field: FieldPath, compareValues: Compare<Value>, documents: Iterable<Document>) {
    this.#field = field;
    this.#compareValues = compareValues;
    this.#documents = [...documents].filter((document) => this.#has(document));
    this.#documents.sort((a, b) => this.#compare(a, b));
  }

  /** Follows a change of one document. */
  replace(before: Document | null, after: Document | null): void {
    if (before && this.#has(before)) this.#documents.splice(this.#positionOf(before), 1);
    if (after && this.#has(after)) this.#documents.splice(this.#positionOf(after), 0, after);
  }

  /** @returns all documents, or those whose value equals the given one */
  find(equal?: Value): Document[] {
    if (equal === undefined) return [...this.#documents];
    const compare = (other: Document): number => this.#compareValues(this.#valueOf(other), equal);
    return this.#documents.slice(
      this.#firstFrom(compare),
      this.#firstFrom((other) => compare(other) || -1),
    );
  }

  #has({ fields }: Document): boolean {
    return getField(fields, this.#field) !== undefined;
  }

  #valueOf({ fields }: Document): Value {
    return getField(fields, this.#field) ?? NULL;
  }

  #compare(a: Document, b: Document): number {
    return this.#compareValues(this.#valueOf(a), this.#valueOf(b)) || compareNames(a.name, b.name);
  }

  #positionOf(document: Document): number {
    return this.#firstFrom((other) => this.#compare(other, document));
  }

  /** The position of the first document that does not come before what `compare` compares it with. */
  #firstFrom(compare: (document: Document) => number): number {
    let low = 0;
    let high = this.#documents.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const document = this.#documents[middle];
      if (document !== undefined && compare(document) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
