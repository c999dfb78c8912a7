// npm run dev: the local stack with hot reload of the site; the function is rebuilt after each change.
import { context, type Plugin } from 'esbuild';
import { startSiteWithHotReload } from '../local/stack/hosting/site-with-hot-reload.ts';
import type { SiteOptions } from '../local/stack/start-stack.ts';
import { describeError } from '../local/stack/terminal.ts';
import { functionBundle } from './function-bundle.ts';
import { runStack } from './run-stack.ts';

async function startSite(options: SiteOptions) {
  let restarted = Promise.resolve();
  const restart: Plugin = {
    name: 'restart-function',
    setup(build) {
      let builds = 0;
      build.onEnd(({ errors }) => {
        builds += 1;
        // The first build is already running.
        if (builds === 1 || errors.length > 0) return;
        restarted = restarted
          .then(() => options.restartFunction())
          .then(
            () => console.log('The function was rebuilt.'),
            (error: unknown) => console.error(`${describeError(error)}\nWaiting for changes.`),
          );
      });
    },
  };
  const watcher = await context({ ...functionBundle, logLevel: 'warning', plugins: [restart] });
  await watcher.watch();
  const site = await startSiteWithHotReload(options);
  return {
    origin: site.origin,
    async stop() {
      await site.stop();
      await watcher.dispose();
      await restarted;
    },
  };
}

await runStack({
  command: 'npm run dev',
  does: 'Runs the site on this computer with hot reload; rebuilds the function when it changes.',
  build: ['functions'],
  startSite,
});
