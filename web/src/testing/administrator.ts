import { afterEach, beforeEach, vi } from 'vitest';
import { signInAdmin, signOut } from '../stores/session.ts';
import { MemoryStorage } from './memory-storage.ts';

/** Signs an administrator in before each test of a file, in storage of its own, and out after it. */
export function useAdministrator(): void {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new MemoryStorage());
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    signInAdmin('secret', 'chuck');
  });
  afterEach(() => {
    signOut();
    vi.unstubAllGlobals();
  });
}
