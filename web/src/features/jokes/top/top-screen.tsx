import { PRODUCT_NAME } from 'functions/contract';
import { Screen } from '../../../components/screen.tsx';

export default function TopScreen() {
  return <Screen title={`Top 100 ${PRODUCT_NAME}`} />;
}
