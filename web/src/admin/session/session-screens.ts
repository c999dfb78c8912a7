// Signing in, and what only administrators see, in one script.
export { default as AdminOnly } from './admin-only.tsx';
export { default as LoginScreen } from './login-screen.tsx';
export { default as SetupAdminScreen } from './setup-admin-screen.tsx';
