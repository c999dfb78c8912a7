import { Route, Routes } from 'react-router-dom';
import NotFoundScreen from '../components/not-found-screen.tsx';
import { HomeScreen } from '../features/jokes/home/home-screen.tsx';
import { NewestScreen } from '../features/jokes/newest/newest-screen.tsx';
import JokeScreen from '../features/jokes/joke/joke-screen.tsx';
import RandomScreen from '../features/jokes/random/random-screen.tsx';
import { TopScreen } from '../features/jokes/top/top-screen.tsx';
import { paths } from '../paths.ts';
import { lazyScreen } from './lazy-screen.tsx';

// All other screens load when they are first opened, the dashboard only for administrators.
const SubmitScreen = lazyScreen(() => import('../features/submission/submit-screen.tsx'));
const AboutScreen = lazyScreen(() => import('../features/story/about-screen.tsx'));
const FactsArchiveScreen = lazyScreen(() => import('../features/story/facts-archive-screen.tsx'));
const HistoryScreen = lazyScreen(() => import('../features/story/history-screen.tsx'));
const LoginScreen = lazyScreen(() => import('../features/session/login-screen.tsx'));
const SetupAdminScreen = lazyScreen(() => import('../features/session/setup-admin-screen.tsx'));
const AdminOnly = lazyScreen(() => import('../features/session/admin-only.tsx'));
const DashboardScreen = lazyScreen(() => import('../features/moderation/dashboard-screen.tsx'));

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
      {/* Also the numbered pages of the old site, such as /facts-archive/3. */}
      <Route path={`${paths.factsArchive}/*`} element={<FactsArchiveScreen />} />
      <Route path={paths.history} element={<HistoryScreen />} />
      <Route path={paths.login} element={<LoginScreen />} />
      <Route path={paths.admin} element={<AdminScreen hidden={false} />} />
      <Route path={paths.hiddenAdmin} element={<AdminScreen hidden />} />
      <Route path={paths.setupAdmin} element={<SetupAdminScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
