/** The part of the Storage interface that the stores use. */
export class MemoryStorage {
  readonly items = new Map<string, string>();
  /** True to make every write fail. */
  full = false;

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new Error('QuotaExceededError');
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}
