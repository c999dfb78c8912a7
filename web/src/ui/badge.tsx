import './badge.css';

interface BadgeProps {
  tone: 'good' | 'waiting' | 'bad' | 'neutral';
  label: string;
}

/** An outlined word. The color only repeats its meaning. */
export function Badge({ tone, label }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {label}
    </span>
  );
}
