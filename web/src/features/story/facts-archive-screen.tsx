import { Screen } from '../../components/screen.tsx';

export default function FactsArchiveScreen() {
  return <Screen title="Facts Archive" />;
}
