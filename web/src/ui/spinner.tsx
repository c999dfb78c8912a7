import styles from './spinner.module.css';

/** A spinning ring, small enough for a button; hidden from assistive technology. */
export function Ring() {
  return <span className={styles.ring} aria-hidden="true" />;
}

/** A spinning ring with a label. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className={`${styles.spinner} row`} role="status">
      <Ring />
      <span>{label}</span>
    </p>
  );
}
