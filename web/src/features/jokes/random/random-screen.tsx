import { Screen } from '../../../components/screen.tsx';

export default function RandomScreen() {
  return <Screen title="Random Chuck Norris Fact" />;
}
