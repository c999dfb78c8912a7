// Serves the built function with the Functions Framework, as production does. The framework's own command
// is not used because it listens on every network interface.
// Usage: function-server.ts <bundle> <port, 0 for any>; sends its port once it listens.
import { pathToFileURL } from 'node:url';
import { http, type HttpFunction } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import * as z from 'zod';
import { closeServer, listeningPort, LOOPBACK } from '../http-server.ts';

const [, , bundle = '', port = '0'] = process.argv;

const isFunction = (value: unknown) => typeof value === 'function';
const exported = z.object({ api: z.custom<HttpFunction>(isFunction, 'It exports no function.') });
const { api } = exported.parse(await import(pathToFileURL(bundle).href));

http('api', api);
const server = getTestServer('api');
// Longer than any client keeps a connection open, so that no request meets a closing one.
server.keepAliveTimeout = 610_000;
server.listen(Number(port), LOOPBACK);
process.on('SIGTERM', () => {
  void closeServer(server).then(() => process.exit(0));
});
process.send?.(await listeningPort(server));
