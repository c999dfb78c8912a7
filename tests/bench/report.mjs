/**
 * Has a server listen on any free port. Sends the port to the parent process, and whenever the parent asks
 * for them: with `cpu` the microseconds of CPU that this process has taken so far, with `memory` its bytes
 * of memory.
 */
export function listenAndReport(server) {
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('message', (asked) => {
    const { user, system } = process.cpuUsage();
    process.send(asked === 'memory' ? process.memoryUsage.rss() : user + system);
  });
  process.on('disconnect', () => process.exit());
}
