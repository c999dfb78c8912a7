// A bare HTTP server that sends one answer, the headers and the base64 body of its first message, to
// every request. Sends its port, and the microseconds of CPU it has taken so far for every message after.
import { once } from 'node:events';
import { createServer } from 'node:http';

const [{ headers, body }] = await once(process, 'message');
const buffer = Buffer.from(body, 'base64');
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(buffer);
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
