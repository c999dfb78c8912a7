import { create } from 'zustand';

/** The number of things that the visitor waits for and that show no other sign. */
export const usePending = create<number>()(() => 0);

const add = (count: number) => usePending.setState((before) => before + count, true);

/** Has the layout show that the visitor waits until a promise is settled. @returns what the promise does */
export async function whilePending<T>(work: Promise<T>): Promise<T> {
  // A screen asks for its script while it renders, when no state may change.
  await Promise.resolve();
  add(1);
  try {
    return await work;
  } finally {
    add(-1);
  }
}
