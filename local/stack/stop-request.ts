/**
 * A signal that aborts when this process is to end: on Ctrl-C, SIGTERM, SIGHUP, and, under npm, when the
 * program that started it is gone. Asking again changes nothing: stopping has limits of its own.
 */
export function stopRequest(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort());
  }
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) controller.abort();
  }, 1000);
  // Started by hand it may outlive its shell.
  if (process.env['npm_lifecycle_event'] === undefined) clearInterval(watch);
  else watch.unref();
  return controller.signal;
}
