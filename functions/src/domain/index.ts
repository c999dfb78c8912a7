/** What a fact is, apart from how it is stored and sent: its limits, length, tags, title and the words it is found by. */
export * from './broadside.ts';
export * from './contact.ts';
export * from './days.ts';
export * from './joke-length.ts';
export * from './joke-title.ts';
export * from './limits.ts';
export * from './quotas.ts';
export * from './search-words.ts';
export * from './tags.ts';
