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
const SearchScreen = lazyScreen(() => import('../features/jokes/search/search-screen.tsx'));
const SubmitScreen = lazyScreen(() => import('../features/submission/submit-screen.tsx'));
const AboutScreen = lazyScreen(() => import('../features/story/about-screen.tsx'));
const PrivacyScreen = lazyScreen(() => import('../features/story/privacy-screen.tsx'));
const FactsArchiveScreen = lazyScreen(() => import('../features/story/facts-archive-screen.tsx'));
const HistoryScreen = lazyScreen(() => import('../features/story/history-screen.tsx'));
const DevelopersScreen = lazyScreen(() => import('../features/developers/developers-screen.tsx'));
const LoginScreen = lazyScreen(() => import('../features/session/login-screen.tsx'));
const SetupAdminScreen = lazyScreen(() => import('../features/session/setup-admin-screen.tsx'));
const AdminOnly = lazyScreen(() => import('../features/session/admin-only.tsx'));
const DashboardScreen = lazyScreen(() => import('../features/moderation/dashboard-screen.tsx'));
const QueueScreen = lazyScreen(() => import('../features/moderation/queue/queue-screen.tsx'));
const LogScreen = lazyScreen(() => import('../features/moderation/log/log-screen.tsx'));

/** The admin screens and their paths. */
const ADMIN_ROUTES = [
  { path: paths.admin, hidden: false, screen: <DashboardScreen /> },
  { path: paths.adminQueue, hidden: false, screen: <QueueScreen /> },
  { path: paths.adminLog, hidden: false, screen: <LogScreen /> },
  { path: paths.hiddenAdmin, hidden: true, screen: <DashboardScreen /> },
  { path: paths.hiddenAdminQueue, hidden: true, screen: <QueueScreen /> },
  { path: paths.hiddenAdminLog, hidden: true, screen: <LogScreen /> },
];

/** The screen for the current path. */
export function CurrentScreen() {
  return (
    <Routes>
      <Route path={paths.home} element={<HomeScreen />} />
      <Route path={paths.top} element={<TopScreen />} />
      <Route path={paths.random} element={<RandomScreen />} />
      <Route path={paths.newest} element={<NewestScreen />} />
      <Route path={paths.search} element={<SearchScreen />} />
      <Route path={paths.joke} element={<JokeScreen />} />
      <Route path={paths.submit} element={<SubmitScreen />} />
      <Route path={paths.about} element={<AboutScreen />} />
      <Route path={paths.privacy} element={<PrivacyScreen />} />
      {/* Also the numbered pages of the old site, such as /facts-archive/3. */}
      <Route path={`${paths.factsArchive}/*`} element={<FactsArchiveScreen />} />
      <Route path={paths.history} element={<HistoryScreen />} />
      <Route path={paths.developers} element={<DevelopersScreen />} />
      <Route path={paths.login} element={<LoginScreen />} />
      {ADMIN_ROUTES.map(({ path, hidden, screen }) => (
        <Route key={path} path={path} element={<AdminOnly hidden={hidden}>{screen}</AdminOnly>} />
      ))}
      <Route path={paths.setupAdmin} element={<SetupAdminScreen />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
