export { generateJokes, type GenerateOptions } from './generate-jokes.ts';
export { TEXT_CAPACITY } from './generate-texts.ts';
export type { SeedJoke } from './seed-joke.ts';
export { seedJokes } from './seed-jokes.ts';
