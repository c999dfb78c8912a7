import { lazy, type ComponentType, type ReactNode } from 'react';
import { matchRoutes, useRoutes, type Params, type RouteObject } from 'react-router-dom';
import type { PageLoader } from '../facts/joke-queries.ts';
import NotFoundScreen from '../ui/not-found.tsx';
import * as home from '../screens/home-screen.tsx';
import * as newest from '../screens/newest-screen.tsx';
import * as top from '../screens/top-screen.tsx';
import { paths } from '../paths.ts';
import { whilePending } from '../stores/pending.ts';
import { loadScript } from './load-script.ts';

/** The module of a screen; with a loader if the server renders its page. */
interface ScreenModule {
  default: ComponentType;
  loader?: PageLoader;
}

interface ScreenRoute {
  element?: ReactNode;
  load?: () => ScreenModule | Promise<ScreenModule>;
}

/** A screen in the main script. */
function screen(module: ScreenModule): ScreenRoute {
  return { element: <module.default />, load: () => module };
}

/** A screen whose script is loaded when the screen is first opened. */
function lazyScreen(load: () => Promise<ScreenModule>): ScreenRoute {
  const Screen = lazy(() => whilePending(loadScript(load)));
  return { element: <Screen />, load };
}

const session = () => import('../admin/session/session-screens.ts');
const AdminOnly = lazy(() =>
  whilePending(loadScript(async () => ({ default: (await session()).AdminOnly }))),
);

const forAdmin = ({ element }: ScreenRoute): ScreenRoute => ({
  element: <AdminOnly>{element}</AdminOnly>,
});

const moderation = () => import('../admin/moderation-screens.ts');
const dashboard = lazyScreen(async () => ({ default: (await moderation()).DashboardScreen }));
const queue = lazyScreen(async () => ({ default: (await moderation()).QueueScreen }));
const log = lazyScreen(async () => ({ default: (await moderation()).LogScreen }));

/** The screen at each path of the contract's tables; a missing one does not compile. */
const SCREENS: Readonly<Record<keyof typeof paths, ScreenRoute>> = {
  home: screen(home),
  tag: lazyScreen(() => import('../screens/tag-screen.tsx')),
  top: screen(top),
  daily: lazyScreen(() => import('../screens/daily-screen.tsx')),
  newest: screen(newest),
  random: lazyScreen(() => import('../screens/random-screen.tsx')),
  search: lazyScreen(() => import('../screens/search-screen.tsx')),
  joke: lazyScreen(() => import('../screens/joke-screen.tsx')),
  submit: lazyScreen(() => import('../screens/submit/submit-screen.tsx')),
  about: lazyScreen(() => import('../screens/story/about-screen.tsx')),
  privacy: lazyScreen(() => import('../screens/story/privacy-screen.tsx')),
  developers: lazyScreen(() => import('../screens/developers/developers-screen.tsx')),
  factsArchive: lazyScreen(() => import('../screens/story/facts-archive-screen.tsx')),
  history: lazyScreen(() => import('../screens/story/history-screen.tsx')),
  myVotes: lazyScreen(() => import('../screens/my-votes-screen.tsx')),
  login: lazyScreen(async () => ({ default: (await session()).LoginScreen })),
  setupAdmin: lazyScreen(async () => ({ default: (await session()).SetupAdminScreen })),
  admin: forAdmin(dashboard),
  adminQueue: forAdmin(queue),
  adminLog: forAdmin(log),
  hiddenAdmin: forAdmin(dashboard),
  hiddenAdminQueue: forAdmin(queue),
  hiddenAdminLog: forAdmin(log),
};
const screens: Readonly<Record<string, ScreenRoute>> = SCREENS;

const ROUTES: (RouteObject & ScreenRoute)[] = [
  ...Object.entries(paths).map(([name, path]) => ({
    path: path.replace(/{(\w+)}/, ':$1'),
    caseSensitive: true,
    ...screens[name],
  })),
  // The numbered pages of the old site, such as /facts-archive/3.
  { path: `${paths.factsArchive}/*`, ...SCREENS.factsArchive },
  { path: '*', element: <NotFoundScreen /> },
];

/** The screen for the current path. */
export function CurrentScreen() {
  return useRoutes(ROUTES);
}

/**
 * Loads the script of the screen at a path, so that the screen is rendered at once.
 * @returns the path's parameters, and the screen's module if it has one of its own
 */
export async function loadScreen(
  pathname: string,
): Promise<{ params: Params } & Partial<ScreenModule>> {
  const [match] = matchRoutes(ROUTES, pathname) ?? [];
  return { params: match?.params ?? {}, ...(await match?.route.load?.()) };
}
