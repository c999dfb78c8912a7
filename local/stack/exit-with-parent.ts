// Preloaded into every process of the stack: ends it when the process that started it is gone, even
// if that one was killed and could not stop anything.
// What it writes, such as the accounts of the Auth emulator, only its owner can read.
process.umask(0o077);
process.on('disconnect', () => {
  // Nobody reads its output any more; that must not keep it from saving its data.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  setTimeout(() => process.exit(1), 10_000).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
