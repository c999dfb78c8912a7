import { Screen } from '../../../components/screen.tsx';
import { AdminNav } from '../admin-nav.tsx';
import '../dashboard.css';

export default function LogScreen() {
  return (
    <div className="dashboard">
      <Screen title="Moderation Log">
        <AdminNav />
      </Screen>
    </div>
  );
}
