/**
 * The promise's result, unless it takes too long.
 * @param milliseconds the time it has
 * @param late makes the error that is thrown when it takes longer; the work itself is not stopped
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
