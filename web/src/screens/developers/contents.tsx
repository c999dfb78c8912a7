import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './developers.module.css';

/** The part of the window above the line that the current section crosses. */
const LINE = '-25% 0px -75% 0px';

function show(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

/** Links to the sections of a page, of which the current one is marked. */
export function Contents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      { rootMargin: LINE },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return (
    <nav className={`${styles.contents} row`} aria-label="On this page">
      {sections.map(({ id, title }) => (
        <Link
          key={id}
          to={{ hash: id }}
          aria-current={id === current ? 'location' : undefined}
          onClick={() => show(id)}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
