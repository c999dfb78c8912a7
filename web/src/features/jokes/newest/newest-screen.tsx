import { PRODUCT_NAME } from 'functions/contract';
import { Screen } from '../../../components/screen.tsx';

export default function NewestScreen() {
  return <Screen title={`Newest ${PRODUCT_NAME}`} />;
}
