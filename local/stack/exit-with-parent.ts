// Preloaded into every child process of the stack: ends the process when its parent is gone, even if the
// parent was killed and could not stop it.
process.on('disconnect', () => {
  // Nothing reads the output anymore; a write error must not stop the process from saving its data.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  setTimeout(() => process.exit(1), 10_000).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
