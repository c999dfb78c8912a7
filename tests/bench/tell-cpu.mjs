/**
 * Has a server listen on any free port. Sends the port to the parent process, and the microseconds of CPU
 * that this one has taken so far whenever the parent sends anything.
 */
export function listenAndTellCpu(server) {
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
}
