// One script, because visitors move between these screens.
export { JokeScreen } from './joke-screen.tsx';
export { RandomScreen } from './random-screen.tsx';
