import './statistics.css';

const STATISTICS = [
  ['2005', 'Online since', 'A good year. It asked whether it could be.'],
  ['15+ years', 'In service', 'We stopped counting at fifteen. He had not started.'],
  ['Thousands of facts', 'On file', 'Each one checked for quality, none for evidence.'],
] as const;

/** Three statistics about the site. */
export function Statistics() {
  return (
    <section className="statistics" aria-labelledby="statistics">
      <h2 id="statistics">The statistics</h2>
      <dl>
        {STATISTICS.map(([figure, label, remark]) => (
          <div key={figure}>
            <dt>{label}</dt>
            <dd className="statistic">{figure}</dd>
            <dd className="statistic-remark">{remark}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
