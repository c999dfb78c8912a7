import type { Handlers } from '../../http/api-call.ts';
import type { HealthService } from './health.service.ts';

export function healthRoutes(health: HealthService): Handlers<'getHealth'> {
  return {
    async getHealth() {
      await health.check();
      return { status: 'ok', firestore: 'reachable' };
    },
  };
}
