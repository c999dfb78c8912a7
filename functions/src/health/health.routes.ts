import type { Handlers } from '../http/api-call.ts';
import type { Services } from '../services.ts';

export function healthRoutes({ health }: Services): Handlers<'getHealth'> {
  return {
    async getHealth() {
      await health.check();
      return { status: 'ok', firestore: 'reachable' };
    },
  };
}
