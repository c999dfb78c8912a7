/** The screens of one fact, in one script, because visitors move between them. */
export { JokeScreen } from './joke-screen.tsx';
export { RandomScreen } from './random-screen.tsx';
