import { Link } from '../components/link.tsx';
import { Screen } from '../components/screen.tsx';
import { paths } from './paths.ts';

export default function NotFoundScreen() {
  return (
    <Screen title="Page Not Found">
      <p>
        There is no such page. <Link to={paths.home}>Back to the facts</Link>
      </p>
    </Screen>
  );
}
