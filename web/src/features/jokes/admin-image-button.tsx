import type { Joke } from 'functions/contract';
import { lazy, Suspense } from 'react';
import { useSession } from '../../stores/session.ts';
import './admin-image-button.css';

const GenerateImageButton = lazy(() => import('./generate-image-button.tsx'));

/** The button that generates a joke's image, for administrators. Visitors do not load its code. */
export function AdminImageButton({ joke }: { joke: Joke }) {
  const isAdmin = useSession((store) => store.isAdmin);
  if (!isAdmin) return null;
  return (
    <div className="admin-image">
      <Suspense>
        <GenerateImageButton joke={joke} />
      </Suspense>
    </div>
  );
}
