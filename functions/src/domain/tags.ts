/** What a fact can be about, in the order of menus. A tag is part of addresses: its label may change, it may not. */
export const TAGS = [
  'animals',
  'computers',
  'everyday-life',
  'food',
  'history',
  'money',
  'movies',
  'school',
  'science',
  'sports',
  'texas',
  'wordplay',
] as const;
export type Tag = (typeof TAGS)[number];

/** Whether a text is a tag. */
export function isTag(text: string): text is Tag {
  return TAGS.some((tag) => tag === text);
}

/** What a fact is about, and whether it is suitable for children. */
interface Tagging {
  tags: Tag[];
  safe: boolean;
}

/**
 * What an approval stores unless the moderator says otherwise: what was named before, even if it is nothing; else the
 * fact's own tags, or else those of the hint.
 */
export function taggingOnApproval(
  fact: Tagging & { tagged?: boolean | undefined },
  hint: Tagging,
): Tagging {
  if (fact.tagged) return { tags: fact.tags, safe: fact.safe };
  return {
    tags: fact.tags.length > 0 ? fact.tags : hint.tags,
    safe: fact.safe && hint.safe,
  };
}
