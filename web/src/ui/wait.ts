/** Waits. @param milliseconds at least so long */
export const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
