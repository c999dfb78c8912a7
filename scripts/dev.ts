// npm run dev: the local stack with hot reload of the site; the function is rebuilt after each change.
import { context, type Plugin } from 'esbuild';
import { functionBundle } from './function-bundle.ts';
import { startBackend } from '../local/stack/backend.ts';
import { describeError, runStack, type StackCommand } from '../local/stack/run-stack.ts';
import { startSiteWithHotReload } from '../local/stack/hosting/site-with-hot-reload.ts';

const start: StackCommand['start'] = async (options, terminal) => {
  const backend = await startBackend(options);
  try {
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
    const watcher = await context({
      ...functionBundle,
      logLevel: 'warning',
      plugins: [restart],
    });
    await watcher.watch();
    const functionOrigin = async () => {
      await ready;
      return backend.functionOrigin();
    };
    const site = await startSiteWithHotReload(
      options.ports.hosting,
      functionOrigin,
      backend.authOrigin,
    );
    return {
      ...backend,
      origin: site.origin,
      async stop() {
        await site.stop();
        await watcher.dispose();
        await ready;
        await backend.stop();
      },
    };
  } catch (error) {
    await backend.stop();
    throw error;
  }
};

process.exit(await runStack({ command: 'npm run dev', build: ['functions'], start }));
