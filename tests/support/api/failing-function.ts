// The function in the Functions Framework, as it is when code throws where no promise is: each check of health does, in
// another way, and the last one answers with the domain that it runs in. Sends its port.
import { readFile } from 'node:fs';
import { http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { createApp } from '../../../functions/src/app.ts';
import { ApiError } from '../../../functions/src/contract/index.ts';
import { replaceFramework } from '../../../functions/src/http/framework.ts';
import { logCrashes } from '../../../functions/src/platform/log.ts';
import { createContext, createServices } from '../../../functions/src/site.ts';
import { listeningPort } from '../../../local/stack/http-server.ts';

const fail = () => {
  throw new RangeError('a@example.org');
};
const WAYS = [
  () => setImmediate(fail),
  () => readFile(import.meta.filename, fail),
  () => void Promise.reject(new RangeError('a@example.org')),
  () => sitemap.resolve(Buffer.from('<urlset/>')),
];
const sitemap = Promise.withResolvers<Buffer>();

const context = createContext();
const services = createServices(context);
const failing = {
  ...services,
  sitemap: () => sitemap.promise,
  follower: {
    ...services.follower,
    async health() {
      WAYS.shift()?.();
      if (WAYS.length > 0) return new Promise<never>(() => undefined);
      throw new ApiError('conflict', `domain: ${String(Reflect.get(process, 'domain'))}`);
    },
  },
};
logCrashes(context.log);
http('api', replaceFramework(createApp(context, failing), false));
const server = getTestServer('api');
server.listen(0, '127.0.0.1');
// As the framework's own command does.
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, () => process.exit(16));
}
process.on('disconnect', () => process.exit());
process.send?.(await listeningPort(server));
