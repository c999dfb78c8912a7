import { PRODUCT_NAME } from 'functions/contract';
import { Screen } from '../../components/screen.tsx';

export default function HistoryScreen() {
  return <Screen title={`The History of ${PRODUCT_NAME}`} />;
}
