import type { ReactNode } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import NotFoundScreen from '../ui/not-found.tsx';
import { HomeScreen } from '../screens/home-screen.tsx';
import { NewestScreen } from '../screens/newest-screen.tsx';
import { TopScreen } from '../screens/top-screen.tsx';
import { paths } from '../paths.ts';
import { lazyScreen } from './lazy-screen.tsx';

// All other screens load when they are first opened, the dashboard only for administrators.
const oneFact = () => import('../screens/single-screens.ts');
const JokeScreen = lazyScreen(async () => ({ default: (await oneFact()).JokeScreen }));
const RandomScreen = lazyScreen(async () => ({ default: (await oneFact()).RandomScreen }));
const TagScreen = lazyScreen(() => import('../screens/tag-screen.tsx'));
const DailyScreen = lazyScreen(() => import('../screens/daily-screen.tsx'));
const SearchScreen = lazyScreen(() => import('../screens/search-screen.tsx'));
const SubmitScreen = lazyScreen(() => import('../screens/submit/submit-screen.tsx'));
const AboutScreen = lazyScreen(() => import('../screens/story/about-screen.tsx'));
const PrivacyScreen = lazyScreen(() => import('../screens/story/privacy-screen.tsx'));
const FactsArchiveScreen = lazyScreen(() => import('../screens/story/facts-archive-screen.tsx'));
const HistoryScreen = lazyScreen(() => import('../screens/story/history-screen.tsx'));
const DevelopersScreen = lazyScreen(() => import('../screens/developers/developers-screen.tsx'));
const MyVotesScreen = lazyScreen(() => import('../screens/my-votes-screen.tsx'));
const LoginScreen = lazyScreen(() => import('../admin/session/login-screen.tsx'));
const SetupAdminScreen = lazyScreen(() => import('../admin/session/setup-admin-screen.tsx'));
const AdminOnly = lazyScreen(() => import('../admin/session/admin-only.tsx'));
const DashboardScreen = lazyScreen(() => import('../admin/dashboard-screen.tsx'));
const QueueScreen = lazyScreen(() => import('../admin/queue/queue-screen.tsx'));
const LogScreen = lazyScreen(() => import('../admin/log/log-screen.tsx'));

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
    caseSensitive: true,
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
