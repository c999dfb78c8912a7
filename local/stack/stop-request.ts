/**
 * A signal that aborts when this process should stop: on Ctrl-C, SIGTERM or SIGHUP and, under npm, when
 * the parent process is gone. Later signals are ignored, because stopping has its own time limits.
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
  // Without npm, the process may outlive its shell.
  if (process.env['npm_lifecycle_event'] === undefined) clearInterval(watch);
  else watch.unref();
  return controller.signal;
}
