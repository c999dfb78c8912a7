/** The screens of one fact, in one script: whoever opens one goes on to the other. */
export { JokeScreen } from './joke-screen.tsx';
export { RandomScreen } from './random-screen.tsx';
