import { Screen } from '../../components/screen.tsx';

export default function LoginScreen() {
  return <Screen title="Login" />;
}
