import './badge.css';

export type BadgeTone = 'good' | 'waiting' | 'bad' | 'neutral';

/** An outlined word. The color only repeats its meaning. */
export function Badge({ tone, label }: { tone: BadgeTone; label: string }) {
  return (
    <span className="badge" data-tone={tone}>
      {label}
    </span>
  );
}
