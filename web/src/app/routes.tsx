import type { ReactNode } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import NotFoundScreen from '../ui/not-found.tsx';
import { HomeScreen } from '../features/jokes/home/home-screen.tsx';
import { NewestScreen } from '../features/jokes/newest/newest-screen.tsx';
import { TopScreen } from '../features/jokes/top/top-screen.tsx';
import { paths } from '../paths.ts';
import { lazyScreen } from './lazy-screen.tsx';

// All other screens load when they are first opened, the dashboard only for administrators.
const oneFact = () => import('../features/jokes/single/single-screens.ts');
const JokeScreen = lazyScreen(async () => ({ default: (await oneFact()).JokeScreen }));
const RandomScreen = lazyScreen(async () => ({ default: (await oneFact()).RandomScreen }));
const TagScreen = lazyScreen(() => import('../features/jokes/tag/tag-screen.tsx'));
const DailyScreen = lazyScreen(() => import('../features/jokes/daily/daily-screen.tsx'));
const SearchScreen = lazyScreen(() => import('../features/jokes/search/search-screen.tsx'));
const SubmitScreen = lazyScreen(() => import('../features/submission/submit-screen.tsx'));
const AboutScreen = lazyScreen(() => import('../features/story/about-screen.tsx'));
const PrivacyScreen = lazyScreen(() => import('../features/story/privacy-screen.tsx'));
const FactsArchiveScreen = lazyScreen(() => import('../features/story/facts-archive-screen.tsx'));
const HistoryScreen = lazyScreen(() => import('../features/story/history-screen.tsx'));
const DevelopersScreen = lazyScreen(() => import('../features/developers/developers-screen.tsx'));
const MyVotesScreen = lazyScreen(() => import('../features/jokes/my-votes/my-votes-screen.tsx'));
const LoginScreen = lazyScreen(() => import('../features/session/login-screen.tsx'));
const SetupAdminScreen = lazyScreen(() => import('../features/session/setup-admin-screen.tsx'));
const AdminOnly = lazyScreen(() => import('../features/session/admin-only.tsx'));
const DashboardScreen = lazyScreen(() => import('../features/moderation/dashboard-screen.tsx'));
const QueueScreen = lazyScreen(() => import('../features/moderation/queue/queue-screen.tsx'));
const LogScreen = lazyScreen(() => import('../features/moderation/log/log-screen.tsx'));

const forAdmin = (screen: ReactNode, hidden = false) => (
  <AdminOnly hidden={hidden}>{screen}</AdminOnly>
);

/** What is shown at each path of the contract's tables; a missing screen does not compile. */
const SCREENS: Readonly<Record<keyof typeof paths, ReactNode>> = {
  home: <HomeScreen />,
  tag: <TagScreen />,
  top: <TopScreen />,
  daily: <DailyScreen />,
  newest: <NewestScreen />,
  random: <RandomScreen />,
  search: <SearchScreen />,
  joke: <JokeScreen />,
  submit: <SubmitScreen />,
  about: <AboutScreen />,
  privacy: <PrivacyScreen />,
  developers: <DevelopersScreen />,
  factsArchive: <FactsArchiveScreen />,
  history: <HistoryScreen />,
  myVotes: <MyVotesScreen />,
  login: <LoginScreen />,
  setupAdmin: <SetupAdminScreen />,
  admin: forAdmin(<DashboardScreen />),
  adminQueue: forAdmin(<QueueScreen />),
  adminLog: forAdmin(<LogScreen />),
  hiddenAdmin: forAdmin(<DashboardScreen />, true),
  hiddenAdminQueue: forAdmin(<QueueScreen />, true),
  hiddenAdminLog: forAdmin(<LogScreen />, true),
};
const screens: Readonly<Record<string, ReactNode>> = SCREENS;

/** The router's routes; their ids are the names of the contract's routes. */
export const ROUTES: RouteObject[] = [
  ...Object.entries(paths).map(([id, path]) => ({
    id,
    path: path.replace(/{(\w+)}/, ':$1'),
    element: screens[id],
  })),
  // The numbered pages of the old site, such as /facts-archive/3.
  { id: 'factsArchive', path: `${paths.factsArchive}/*`, element: SCREENS.factsArchive },
  { path: '*', element: <NotFoundScreen /> },
];

/** The screen for the current path. */
export function CurrentScreen() {
  return useRoutes(ROUTES);
}
