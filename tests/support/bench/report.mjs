/**
 * Starts a server on any free port and sends the port to the parent process. When the parent sends `cpu`,
 * responds with the microseconds of CPU that this process has used.
 */
export function listenAndReport(server) {
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
  process.on('disconnect', () => process.exit());
}
