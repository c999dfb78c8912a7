import { Screen } from '../../components/screen.tsx';

export default function SetupAdminScreen() {
  return <Screen title="Setup Admin" />;
}
