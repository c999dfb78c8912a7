import { lazy, type ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { HomeScreen } from '../features/jokes/home/home-screen.tsx';
import { NewestScreen } from '../features/jokes/newest/newest-screen.tsx';
import { TopScreen } from '../features/jokes/top/top-screen.tsx';
import { paths } from '../paths.ts';

const AdminScreen = lazy(() => import('./admin-screen.tsx'));
const NotFoundScreen = lazy(() => import('../components/not-found-screen.tsx'));

/** The screen for each path. All except the lists load when they are first opened. */
const routes: readonly (readonly [path: string, screen: ComponentType])[] = [
  [paths.home, HomeScreen],
  [paths.top, TopScreen],
  [paths.random, lazy(() => import('../features/jokes/random/random-screen.tsx'))],
  [paths.newest, NewestScreen],
  [paths.joke, lazy(() => import('../features/jokes/joke/joke-screen.tsx'))],
  [paths.submit, lazy(() => import('../features/submission/submit-screen.tsx'))],
  [paths.about, lazy(() => import('../features/story/about-screen.tsx'))],
  [paths.factsArchive, lazy(() => import('../features/story/facts-archive-screen.tsx'))],
  [paths.history, lazy(() => import('../features/story/history-screen.tsx'))],
  [paths.login, lazy(() => import('../features/session/login-screen.tsx'))],
  [paths.admin, AdminScreen],
  [paths.hiddenAdmin, AdminScreen],
  [paths.setupAdmin, lazy(() => import('../features/session/setup-admin-screen.tsx'))],
];

/** The screen for the current path. */
export function CurrentScreen() {
  const { pathname } = useLocation();
  const [, Screen] = routes.find(([path]) => matchPath(path, pathname)) ?? ['', NotFoundScreen];
  return <Screen />;
}
