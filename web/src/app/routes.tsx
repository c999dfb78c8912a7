import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { HomeScreen } from '../features/jokes/home/home-screen.tsx';
import { Layout } from './layout/layout.tsx';
import { paths } from './paths.ts';

const AboutScreen = lazy(() => import('../features/story/about-screen.tsx'));
const AdminOnly = lazy(() => import('../features/session/admin-only.tsx'));
const DashboardScreen = lazy(() => import('../features/moderation/dashboard-screen.tsx'));
const FactsArchiveScreen = lazy(() => import('../features/story/facts-archive-screen.tsx'));
const HistoryScreen = lazy(() => import('../features/story/history-screen.tsx'));
const LoginScreen = lazy(() => import('../features/session/login-screen.tsx'));
const NewestScreen = lazy(() => import('../features/jokes/newest/newest-screen.tsx'));
const NotFoundScreen = lazy(() => import('./not-found-screen.tsx'));
const RandomScreen = lazy(() => import('../features/jokes/random/random-screen.tsx'));
const SetupAdminScreen = lazy(() => import('../features/session/setup-admin-screen.tsx'));
const SubmitScreen = lazy(() => import('../features/submission/submit-screen.tsx'));
const TopScreen = lazy(() => import('../features/jokes/top/top-screen.tsx'));

/** Which screen stands at which address. All but the home screen load when they are first opened. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.home} element={<HomeScreen />} />
        <Route path={paths.top} element={<TopScreen />} />
        <Route path={paths.random} element={<RandomScreen />} />
        <Route path={paths.newest} element={<NewestScreen />} />
        <Route path={paths.submit} element={<SubmitScreen />} />
        <Route path={paths.about} element={<AboutScreen />} />
        <Route path={paths.factsArchive} element={<FactsArchiveScreen />} />
        <Route path={paths.history} element={<HistoryScreen />} />
        <Route path={paths.login} element={<LoginScreen />} />
        <Route
          path={paths.admin}
          element={
            <AdminOnly>
              <DashboardScreen />
            </AdminOnly>
          }
        />
        <Route
          path={paths.hiddenAdmin}
          element={
            <AdminOnly hidden>
              <DashboardScreen />
            </AdminOnly>
          }
        />
        <Route path={paths.setupAdmin} element={<SetupAdminScreen />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}
