import type { Tag } from 'functions/domain';

/** What each tag is called: everything that a label names belongs to the tag. */
export const TAG_LABELS = {
  animals: 'Animals',
  computers: 'Computers and phones',
  'everyday-life': 'Everyday life',
  food: 'Food',
  history: 'World history',
  money: 'Money and work',
  movies: 'Movies and arts',
  school: 'School and childhood',
  science: 'Science and nature',
  sports: 'Sports and games',
  texas: 'Texas and cowboys',
  wordplay: 'Wordplay',
} as const satisfies Record<Tag, string>;
