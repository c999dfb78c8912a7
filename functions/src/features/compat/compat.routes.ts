import type { Config } from '../../config.ts';
import { bindCompat } from '../../http/bind-compat.ts';
import type { Log } from '../../platform/logging/log.ts';
import { chucknorrisRoutes } from './chucknorris.routes.ts';
import type { Jokes } from './find-joke.ts';
import { icanhazdadjokeRoutes } from './icanhazdadjoke.routes.ts';
import { icndbRoutes } from './icndb.routes.ts';

interface Context {
  /** milliseconds since the epoch */
  clock: () => number;
  config: Pick<Config, 'siteOrigin' | 'trustedProxyHops'>;
  log: Log;
}

/** The APIs of other sites whose clients work with this site. */
export function compatApis({ jokes }: { jokes: Jokes }, { clock, config }: Omit<Context, 'log'>) {
  const { siteOrigin } = config;
  return [
    icanhazdadjokeRoutes(jokes, siteOrigin),
    chucknorrisRoutes(jokes, siteOrigin, clock),
    icndbRoutes(jokes),
  ];
}

/** Their calls, below `/compat`. */
export function compatRouter(services: { jokes: Jokes }, context: Context) {
  return bindCompat(compatApis(services, context), context);
}
