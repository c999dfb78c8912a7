import { FieldIndex } from './field-index.ts';
import type { FieldPath } from '../values/field-path.ts';
import type { Source } from '../queries/query.ts';
import { compareIds, type Compare } from '../values/order.ts';
import { lastSegment, splitDocumentName } from '../values/resource-name.ts';
import type { Document, Micros, Value } from '../values/value.ts';

/** A document since a commit; null since its deletion. */
interface Version {
  readonly time: Micros;
  readonly document: Document | null;
}

interface Collection {
  readonly path: string;
  readonly versions: Map<string, Version[]>;
  /** The ids in order, or null when the set of ids has changed since they were sorted. */
  sortedIds: string[] | null;
  /** By the canonical text of their fields, built when a query first needs them. */
  readonly indexes: Map<string, FieldIndex>;
  /** The indexes are of this time. */
  changed: Micros;
}

/**
 * Documents in several versions. Old versions stay until `prune` removes those that no read can reach.
 * A document is found by key or by a field; a scan touches one collection only.
 */
export class DocumentStore {
  readonly #collections = new Map<string, Collection>();
  /** Paths of the collections with an id, over all parents: collection groups. */
  readonly #groups = new Map<string, Set<string>>();
  /** Superseded versions, oldest first: candidates for pruning. */
  readonly #superseded: { time: Micros; name: string }[] = [];
  readonly #compareValues: Compare<Value>;

  constructor(compareValues: Compare<Value>) {
    this.#compareValues = compareValues;
  }

  /** @returns the newest version of a document, or null */
  latest(name: string): Document | null {
    return this.#versions(name)?.at(-1)?.document ?? null;
  }

  /** @returns the document at a given time, or null */
  at(name: string, time: Micros): Document | null {
    return versionAt(this.#versions(name), time);
  }

  /**
   * Stores a version of a document.
   *
   * @param document the new content, null to delete it
   */
  put(name: string, document: Document | null, time: Micros): void {
    const { collection: path, id } = splitDocumentName(name);
    const collection = this.#collections.get(path) ?? this.#addCollection(path);
    const versions = collection.versions.get(id);
    const before = versions?.at(-1)?.document ?? null;
    for (const index of collection.indexes.values()) index.replace(before, document);
    collection.changed = time;
    if (versions === undefined) {
      if (document === null) return;
      collection.versions.set(id, [{ time, document }]);
      collection.sortedIds = null;
      return;
    }
    versions.push({ time, document });
    this.#superseded.push({ time, name });
  }

  /** @returns the documents in which a query looks, in order of their names within each collection */
  *scan(source: Source, time: Micros): Generator<Document> {
    if (source.kind === 'collection') return yield* this.scanCollection(source.path, time);
    const inGroup = source.kind === 'group' ? (this.#groups.get(source.id) ?? []) : undefined;
    for (const path of inGroup ?? this.#collections.keys()) {
      if (path.startsWith(`${source.parent}/`)) yield* this.scanCollection(path, time);
    }
  }

  /** @returns the documents of one collection at a time, in order of their names */
  *scanCollection(path: string, time: Micros): Generator<Document> {
    const collection = this.#collections.get(path);
    if (collection === undefined) return;
    collection.sortedIds ??= [...collection.versions.keys()].sort(compareIds);
    for (const id of collection.sortedIds) {
      const document = versionAt(collection.versions.get(id), time);
      if (document !== null) yield document;
    }
  }

  /**
   * Finds the documents of one collection that have a field, in the order of its values and then of names.
   *
   * @param equal only those with this value
   * @returns undefined if the collection has changed since that time
   */
  findByField(
    path: string,
    field: FieldPath,
    time: Micros,
    equal: Value | undefined,
  ): Document[] | undefined {
    const collection = this.#collections.get(path);
    if (collection === undefined || collection.changed > time) return undefined;
    let index = collection.indexes.get(field.text);
    if (index === undefined) {
      index = new FieldIndex(field, this.#compareValues, this.scanCollection(path, time));
      collection.indexes.set(field.text, index);
    }
    return index.find(equal);
  }

  /** @returns the sorted ids of the nonempty collections directly below a parent at a given time */
  collectionIds(parent: string, time: Micros): string[] {
    return this.#idsBelow(parent, time).sort(compareIds);
  }

  /** @returns the ids in a collection that have no document at a given time but documents below them */
  missingIds(collection: string, time: Micros): string[] {
    const ids = this.#idsBelow(collection, time);
    return ids.filter((id) => this.at(`${collection}/${id}`, time) === null);
  }

  /** @returns when the newest versions were superseded that are not among the last `count`; 0: none */
  supersededBefore(count: number): Micros {
    return this.#superseded.at(-count - 1)?.time ?? 0;
  }

  /** Removes the versions that no read at the horizon or later can see. */
  prune(horizon: Micros): void {
    let done = 0;
    for (const { time, name } of this.#superseded) {
      if (time > horizon) break;
      done += 1;
      this.#pruneDocument(name, horizon);
    }
    this.#superseded.splice(0, done);
  }

  /** Removes everything. */
  clear(): void {
    this.#collections.clear();
    this.#groups.clear();
    this.#superseded.length = 0;
  }

  #versions(name: string): Version[] | undefined {
    const { collection, id } = splitDocumentName(name);
    return this.#collections.get(collection)?.versions.get(id);
  }

  /** The next segments of the paths of nonempty collections below a path. */
  #idsBelow(start: string, time: Micros): string[] {
    const paths = [...this.#collections.keys()].filter(
      (path) => path.startsWith(`${start}/`) && !this.scanCollection(path, time).next().done,
    );
    return [...new Set(paths.map((path) => path.slice(start.length + 1).replace(/\/.*$/s, '')))];
  }

  #addCollection(path: string): Collection {
    const collection: Collection = {
      path,
      versions: new Map(),
      sortedIds: null,
      indexes: new Map(),
      changed: 0,
    };
    this.#collections.set(path, collection);
    const id = lastSegment(path);
    const group = this.#groups.get(id) ?? new Set();
    this.#groups.set(id, group.add(path));
    return collection;
  }

  #pruneDocument(name: string, horizon: Micros): void {
    const { collection: path, id } = splitDocumentName(name);
    const collection = this.#collections.get(path);
    const versions = collection?.versions.get(id);
    if (collection === undefined || versions === undefined) return;
    // From the front, because few are removed of many.
    const after = versions.findIndex((version) => version.time > horizon);
    versions.splice(0, (after === -1 ? versions.length : after) - 1);
    if (versions.length > 1 || versions[0]?.document !== null) return;
    collection.versions.delete(id);
    collection.sortedIds = null;
    if (collection.versions.size > 0) return;
    this.#collections.delete(path);
    this.#groups.get(lastSegment(path))?.delete(path);
  }
}

function versionAt(versions: readonly Version[] | undefined, time: Micros): Document | null {
  return versions?.findLast((version) => version.time <= time)?.document ?? null;
}
