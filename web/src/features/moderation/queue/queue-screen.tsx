import { Screen } from '../../../components/screen.tsx';
import { AdminNav } from '../admin-nav.tsx';
import '../dashboard.css';

export default function QueueScreen() {
  return (
    <div className="dashboard">
      <Screen title="Review Queue">
        <AdminNav />
      </Screen>
    </div>
  );
}
