import './badge.css';

export type BadgeTone = 'good' | 'waiting' | 'bad' | 'neutral';

/** An outlined word. The colour only repeats what it says. */
export function Badge({ tone, label }: { tone: BadgeTone; label: string }) {
  return (
    <span className="badge" data-tone={tone}>
      {label}
    </span>
  );
}
