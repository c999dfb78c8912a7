import styles from './badge.module.css';

interface BadgeProps {
  tone: 'good' | 'waiting' | 'bad' | 'neutral';
  label: string;
}

/** An outlined word. The color only repeats its meaning. */
export function Badge({ tone, label }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {label}
    </span>
  );
}
