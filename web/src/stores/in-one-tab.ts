/**
 * Runs a task after all earlier ones with this name, in any tab of this browser. A tab that is closed
 * makes way for the next. Where the browser blocks or lacks Web Locks, the task runs immediately.
 */
export async function inOneTab<T>(name: string, task: () => Promise<T>): Promise<T> {
  let started = false;
  try {
    return await navigator.locks.request(name, () => {
      started = true;
      return task();
    });
  } catch (error) {
    if (started) throw error;
    return task();
  }
}
