import { Route, Routes } from 'react-router-dom';
import { HomeScreen } from '../features/jokes/home/home-screen.tsx';
import { NewestScreen } from '../features/jokes/newest/newest-screen.tsx';
import { TopScreen } from '../features/jokes/top/top-screen.tsx';
import { paths } from '../paths.ts';
import { lazyScreen } from './lazy-screen.tsx';

// All screens except the lists load when they are first opened, the dashboard only for administrators.
const RandomScreen = lazyScreen(() => import('../features/jokes/random/random-screen.tsx'));
const JokeScreen = lazyScreen(() => import('../features/jokes/joke/joke-screen.tsx'));
const SubmitScreen = lazyScreen(() => import('../features/submission/submit-screen.tsx'));
const AboutScreen = lazyScreen(() => import('../features/story/about-screen.tsx'));
const FactsArchiveScreen = lazyScreen(() => import('../features/story/facts-archive-screen.tsx'));
const HistoryScreen = lazyScreen(() => import('../features/story/history-screen.tsx'));
const LoginScreen = lazyScreen(() => import('../features/session/login-screen.tsx'));
const SetupAdminScreen = lazyScreen(() => import('../features/session/setup-admin-screen.tsx'));
const AdminOnly = lazyScreen(() => import('../features/session/admin-only.tsx'));
const DashboardScreen = lazyScreen(() => import('../features/moderation/dashboard-screen.tsx'));
const NotFoundScreen = lazyScreen(() => import('../components/not-found-screen.tsx'));

function AdminScreen({ hidden }: { hidden: boolean }) {
  return (
    <AdminOnly hidden={hidden}>
      <DashboardScreen />
    </AdminOnly>
  );
}

/** The screen for the current path. */
export function CurrentScreen() {
  return (
    <Routes>
      <Route path={paths.home} element={<HomeScreen />} />
      <Route path={paths.top} element={<TopScreen />} />
      <Route path={paths.random} element={<RandomScreen />} />
      <Route path={paths.newest} element={<NewestScreen />} />
      <Route path={paths.joke} element={<JokeScreen />} />
      <Route path={paths.submit} element={<SubmitScreen />} />
      <Route path={paths.about} element={<AboutScreen />} />
      <Route path={paths.factsArchive} element={<FactsArchiveScreen />} />
      <Route path={paths.history} element={<HistoryScreen />} />
      <Route path={paths.login} element={<LoginScreen />} />
      <Route path={paths.admin} element={<AdminScreen hidden={false} />} />
      <Route path={paths.hiddenAdmin} element={<AdminScreen hidden />} />
      <Route path={paths.setupAdmin} element={<SetupAdminScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
