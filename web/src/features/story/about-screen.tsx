import { PRODUCT_NAME } from 'functions/contract';
import { Screen } from '../../components/screen.tsx';

export default function AboutScreen() {
  return <Screen title={`About ${PRODUCT_NAME}`} />;
}
