// A bare HTTP server that sends the same response to every request: the headers and the base64 body in its
// first IPC message.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenAndReport } from './report.mjs';

const [{ headers, body }] = await once(process, 'message');
const buffer = Buffer.from(body, 'base64');
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(buffer);
});
listenAndReport(server);
