// Serves the built function with the Functions Framework, as production does. The framework's own command
// is not used because it listens on every network interface.
// Usage: function-server.ts <bundle> <port, 0 for any>; sends its port once it listens.
import { pathToFileURL } from 'node:url';
import { http, type HttpFunction } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { isJsonObject } from '../firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from '../http-server.ts';

const TARGET = 'api';
const [, , bundle = '', port = '0'] = process.argv;

function isFunction(value: unknown): value is HttpFunction {
  return typeof value === 'function';
}

const exported: unknown = await import(pathToFileURL(bundle).href);
const target = isJsonObject(exported) ? exported[TARGET] : undefined;
if (!isFunction(target)) throw new Error(`${bundle} doesn't export a function "${TARGET}".`);

http(TARGET, target);
const server = getTestServer(TARGET);
// Longer than any client keeps a connection open, so that no request meets a closing one.
server.keepAliveTimeout = 610_000;
server.listen(Number(port), LOOPBACK);
process.on('SIGTERM', () => {
  void closeServer(server).then(() => process.exit(0));
});
process.send?.(await listeningPort(server));
