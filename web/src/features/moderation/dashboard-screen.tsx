import { Screen } from '../../components/screen.tsx';

export default function DashboardScreen() {
  return <Screen title="Admin Dashboard" />;
}
