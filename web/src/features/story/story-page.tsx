import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import './story.css';

interface StoryPageProps {
  kicker: string;
  title: string;
  /** the first paragraph, set larger */
  lead: string;
  children: ReactNode;
}

/** A screen with a story: a kicker, the title, a lead and the content. */
export function StoryPage({ kicker, title, lead, children }: StoryPageProps) {
  useDocumentTitle(title);
  return (
    <div className="screen story">
      <p className="kicker">{kicker}</p>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="story-lead">{lead}</p>
      {children}
    </div>
  );
}
