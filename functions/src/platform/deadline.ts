/**
 * Resolves with the promise's result, unless it takes too long. The work itself is not stopped.
 * @param late creates the error that is thrown after `milliseconds`
 */
export async function withDeadline<Result>(
  promise: Promise<Result>,
  milliseconds: number,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
