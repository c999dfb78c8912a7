import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import type { VoterService } from '../voters/voters.service.ts';
import type { AdminLoginService } from './admin-login.service.ts';
import type { AdminSetupService } from './admin-setup.service.ts';
import type { GoogleLoginService } from './google-login.service.ts';
import type { SessionService } from './sessions.service.ts';

interface Dependencies {
  adminLogin: AdminLoginService;
  adminSetup: AdminSetupService;
  googleLogin: GoogleLoginService;
  sessions: SessionService;
  voters: VoterService;
}

export function signInRoutes({
  adminLogin,
  adminSetup,
  googleLogin,
  sessions,
  voters,
}: Dependencies): Handlers<
  | 'getAdmin'
  | 'loginAdmin'
  | 'logoutAdmin'
  | 'getAdminSetup'
  | 'setupAdmin'
  | 'changePassword'
  | 'loginGoogle'
> {
  return {
    getAdmin({ identity }) {
      const { username, provider } = actorOf(identity);
      return Promise.resolve({ username, provider });
    },
    async loginAdmin({ input, network }) {
      return adminLogin.login(input.body, await voters.networkKeys(network));
    },
    async logoutAdmin({ identity }) {
      const admin = actorOf(identity);
      if (admin.provider === 'password') await sessions.close(admin.session);
      else await googleLogin.logout(admin);
      return { success: true };
    },
    getAdminSetup: () => adminSetup.state(),
    async setupAdmin({ input, network }) {
      return adminSetup.setup(input.body, await voters.networkKeys(network));
    },
    async changePassword({ identity, input, network }) {
      const keys = await voters.networkKeys(network);
      await adminLogin.changePassword(actorOf(identity), input.body, keys);
      return { success: true };
    },
    loginGoogle: ({ identity }) => googleLogin.login(identity),
  };
}
