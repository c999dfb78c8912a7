// The screens of moderation, in one script.
export { default as DashboardScreen } from './dashboard-screen.tsx';
export { default as LogScreen } from './log/log-screen.tsx';
export { default as QueueScreen } from './queue/queue-screen.tsx';
