const FACTS = [1, 2, 3, 4];

/** The outlines of facts that are on their way; nothing to be read out. */
export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {FACTS.map((fact) => (
        <div key={fact} className="joke skeleton">
          <div className="joke-number">
            <div className="skeleton-bar" />
          </div>
          <div>
            <div className="joke-text">
              <div className="skeleton-bar" />
              <div className="skeleton-bar" />
            </div>
            <div className="joke-rating">
              <div className="skeleton-bar" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
