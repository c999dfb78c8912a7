// Preloaded into every process of the stack: ends it when the process that started it is gone, even
// if that one was killed and could not stop anything.
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), 10_000).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
