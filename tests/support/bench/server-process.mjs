// A server that is measured. Usage: server-process.mjs plain|framework|naive|bare: the built function with a plain HTTP
// server or the Functions Framework, a tutorial's site with the Functions Framework, or a bare HTTP server that sends the
// same response to every request: the headers and the base64 body in its first IPC message. This is JavaScript, so that stripping types is not measured.
import { once } from 'node:events';
import { createRequire } from 'node:module';

// An import would also load its WebSocket exports, which neither the framework nor the function loads.
const { createServer } = createRequire(import.meta.url)('node:http');

async function openServer(kind) {
  if (kind === 'bare') {
    const [{ headers, body }] = await once(process, 'message');
    const buffer = Buffer.from(body, 'base64');
    return createServer((_request, response) => response.writeHead(200, headers).end(buffer));
  }
  const { api } = await import(
    kind === 'naive' ? './naive-site.mjs' : '../../../functions/lib/index.js'
  );
  if (kind === 'plain') return createServer((request, response) => void api(request, response));
  const { http } = await import('@google-cloud/functions-framework');
  const { getTestServer } = await import('@google-cloud/functions-framework/testing');
  http('api', api);
  return getTestServer('api');
}

const server = await openServer(process.argv[2]);
server.keepAliveTimeout = 600_000;
// Sends its port, then, for each message, the microseconds of CPU that this process has used.
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.on('disconnect', () => process.exit());
