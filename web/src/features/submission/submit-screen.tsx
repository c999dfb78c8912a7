import { Screen } from '../../components/screen.tsx';

export default function SubmitScreen() {
  return <Screen title="Submit a Fact" />;
}
