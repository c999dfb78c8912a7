import { lazy, type ComponentType, type ReactNode } from 'react';
import { matchRoutes, useRoutes, type RouteObject } from 'react-router-dom';
import NotFoundScreen from '../ui/not-found.tsx';
import { HomeScreen } from '../screens/home-screen.tsx';
import { NewestScreen } from '../screens/newest-screen.tsx';
import { TopScreen } from '../screens/top-screen.tsx';
import { paths } from '../paths.ts';
import { whilePending } from '../stores/pending.ts';
import { loadScript } from './load-script.ts';

interface ScreenRoute {
  element: ReactNode;
  /** Loads the script of a screen that is not in the main script. */
  load?: () => Promise<{ default: ComponentType }>;
}

/** A screen whose script is loaded when the screen is first opened. */
function lazyScreen(load: () => Promise<{ default: ComponentType }>): Required<ScreenRoute> {
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

const oneFact = () => import('../screens/single-screens.ts');
const moderation = () => import('../admin/moderation-screens.ts');
const dashboard = lazyScreen(async () => ({ default: (await moderation()).DashboardScreen }));
const queue = lazyScreen(async () => ({ default: (await moderation()).QueueScreen }));
const log = lazyScreen(async () => ({ default: (await moderation()).LogScreen }));

/** The screen at each path of the contract's tables; a missing one does not compile. */
const SCREENS: Readonly<Record<keyof typeof paths, ScreenRoute>> = {
  home: { element: <HomeScreen /> },
  tag: lazyScreen(() => import('../screens/tag-screen.tsx')),
  top: { element: <TopScreen /> },
  daily: lazyScreen(() => import('../screens/daily-screen.tsx')),
  newest: { element: <NewestScreen /> },
  random: lazyScreen(async () => ({ default: (await oneFact()).RandomScreen })),
  search: lazyScreen(() => import('../screens/search-screen.tsx')),
  joke: lazyScreen(async () => ({ default: (await oneFact()).JokeScreen })),
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

/** The router's routes; their ids are the names of the contract's routes. */
export const ROUTES: RouteObject[] = [
  ...Object.entries(paths).map(([id, path]) => ({
    id,
    path: path.replace(/{(\w+)}/, ':$1'),
    caseSensitive: true,
    element: screens[id]?.element,
  })),
  // The numbered pages of the old site, such as /facts-archive/3.
  { id: 'factsArchive', path: `${paths.factsArchive}/*`, element: SCREENS.factsArchive.element },
  { path: '*', element: <NotFoundScreen /> },
];

/** The screen for the current path. */
export function CurrentScreen() {
  return useRoutes(ROUTES);
}

/** Loads the script of the screen at a path, so that the screen is rendered at once. */
export async function loadScreen(pathname: string): Promise<void> {
  const [match] = matchRoutes(ROUTES, pathname) ?? [];
  await screens[match?.route.id ?? '']?.load?.();
}
