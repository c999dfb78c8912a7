// The built function in a process of its own, on a plain HTTP server or in the Functions Framework.
// JavaScript, so that stripping types is not counted. Usage: function-process.mjs plain|framework
import { createRequire } from 'node:module';
import { listenAndReport } from './report.mjs';

// Importing it would load what it exports for WebSockets too, which neither framework nor function do.
const { createServer } = createRequire(import.meta.url)('node:http');

async function listener() {
  const { api } = await import('../../functions/lib/index.js');
  if (process.argv[2] !== 'framework')
    return createServer((request, response) => void api(request, response));
  const { http } = await import('@google-cloud/functions-framework');
  const { getTestServer } = await import('@google-cloud/functions-framework/testing');
  http('api', api);
  return getTestServer('api');
}

listenAndReport(await listener());
