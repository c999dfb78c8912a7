// Serves the built function with a plain HTTP server or the Functions Framework. This is JavaScript, so that
// stripping types is not measured. Usage: function-process.mjs plain|framework
import { createRequire } from 'node:module';
import { listenAndReport } from './report.mjs';

// An import would also load its WebSocket exports, which neither the framework nor the function loads.
const { createServer } = createRequire(import.meta.url)('node:http');

async function listener() {
  const { api } = await import('../../../functions/lib/index.js');
  if (process.argv[2] !== 'framework')
    return createServer((request, response) => void api(request, response));
  const { http } = await import('@google-cloud/functions-framework');
  const { getTestServer } = await import('@google-cloud/functions-framework/testing');
  http('api', api);
  return getTestServer('api');
}

listenAndReport(await listener());
