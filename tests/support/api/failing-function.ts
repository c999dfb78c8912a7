// A function in the Functions Framework whose requests throw where no promise is; sends its port, and logs what the
// application logs.
import { readFile } from 'node:fs';
import { http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import express from 'express';
import { createAnswer } from '../../../functions/src/http/answer.ts';
import { handleErrors } from '../../../functions/src/http/error-handler.ts';
import { hideFromFramework } from '../../../functions/src/http/framework.ts';
import { logRequests } from '../../../functions/src/http/request-log.ts';
import { createResponseCache } from '../../../functions/src/http/response-cache.ts';
import { endlessCall } from '../../../functions/src/platform/deadline.ts';
import { logCrashes, writeLine } from '../../../functions/src/platform/log.ts';
import { readConfig } from '../../../functions/src/config.ts';
import { listeningPort } from '../../../local/stack/http-server.ts';

const fail = () => {
  throw new RangeError('a@example.org');
};
const WAYS: Readonly<Record<string, () => unknown>> = {
  immediate: () => setImmediate(fail),
  callback: () => readFile(import.meta.filename, fail),
  rejection: () => void Promise.reject(new RangeError('a@example.org')),
};

let release = () => {};
const held = new Promise<void>((resolve) => {
  release = resolve;
});

const catalog = { contentVersion: () => 1, isDue: () => false, isOld: () => false };
const responseCache = createResponseCache(catalog, Date.now);
const answer = createAnswer({ config: readConfig({}), startCall: endlessCall, responseCache });
const text = (body: unknown) => ({
  type: 'text',
  text: String(body),
  cache: undefined,
  isRepeated: false,
});

const application = express();
application.use(logRequests({ log: writeLine, clock: Date.now }));
application.get('/:way', (request, response) =>
  answer(request, response, 'compat', async () => {
    const { way } = request.params;
    if (way === 'domain') return text(Reflect.get(process, 'domain'));
    if (way === 'held') await held;
    if (way === 'release') release();
    if (!(way in WAYS)) return text(way);
    WAYS[way]?.();
    return new Promise<never>(() => undefined);
  }),
);
application.use(handleErrors(writeLine));

logCrashes(writeLine);
http('api', hideFromFramework(application));
const server = getTestServer('api');
server.listen(0, '127.0.0.1');
// As the framework's own command does.
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, () => process.exit(16));
}
process.on('disconnect', () => process.exit());
process.send?.(await listeningPort(server));
