// npm run dev: the local stack with hot reload of the site; the function is rebuilt after each change.
import { context, type Plugin } from 'esbuild';
import { readCommandLine } from './command-line.ts';
import { functionBundle } from './function-bundle.ts';
import { startSiteWithHotReload } from '../local/stack/hosting/site-with-hot-reload.ts';
import { runStack, STACK_HELP } from '../local/stack/run-stack.ts';
import { startStack, type Backend } from '../local/stack/start-stack.ts';
import { describeError, type Terminal } from '../local/stack/terminal.ts';

async function startSite(backend: Backend, port: number, terminal: Terminal) {
  let ready = Promise.resolve();
  const restart: Plugin = {
    name: 'restart-function',
    setup(build) {
      let builds = 0;
      build.onEnd(({ errors }) => {
        builds += 1;
        // The first build is already running.
        if (builds === 1 || errors.length > 0) return;
        ready = ready
          .then(() => backend.restartFunction())
          .then(
            () => terminal.print('The function was rebuilt.'),
            (error: unknown) =>
              terminal.printError(`${describeError(error)}\nWaiting for changes.`),
          );
      });
    },
  };
  const watcher = await context({ ...functionBundle, logLevel: 'warning', plugins: [restart] });
  await watcher.watch();
  const functionOrigin = () => ready.then(backend.functionOrigin);
  const site = await startSiteWithHotReload(port, functionOrigin, backend.authOrigin);
  return {
    origin: site.origin,
    async stop() {
      await site.stop();
      await watcher.dispose();
      await ready;
    },
  };
}

const { values } = readCommandLine({
  command: 'npm run dev',
  does: `Runs the site on this computer with hot reload; rebuilds the function when it changes.\n${STACK_HELP.does}`,
  options: STACK_HELP.options,
  example: 'npm run dev -- --fresh',
});
process.exit(
  await runStack({
    ...values,
    command: 'npm run dev',
    build: ['functions'],
    start: (options, terminal) =>
      startStack(options, (backend, port) => startSite(backend, port, terminal)),
  }),
);
