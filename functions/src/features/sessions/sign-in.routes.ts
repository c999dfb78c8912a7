import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import type { ThrottleService } from '../../platform/throttles/throttles.service.ts';
import type { GoogleLoginService } from './google-login.service.ts';
import type { PasswordAdmins } from './password-admins.service.ts';
import type { SessionService } from './sessions.service.ts';

interface Dependencies {
  passwordAdmins: PasswordAdmins;
  googleLogin: GoogleLoginService;
  sessions: SessionService;
  throttles: ThrottleService;
}

export function signInRoutes({ passwordAdmins, googleLogin, sessions, throttles }: Dependencies) {
  return {
    async getAdmin({ identity }) {
      const { username, provider } = actorOf(identity);
      return { username, provider };
    },
    async loginAdmin(call) {
      const { input, network, sessionCookie: mark } = call;
      const client = { network: await throttles.networkKeys(network), mark };
      const login = await passwordAdmins.login(input.body, client);
      call.setSessionCookie(login.mark);
      return login.session;
    },
    async logoutAdmin({ identity }) {
      const admin = actorOf(identity);
      if (admin.provider === 'password') await sessions.close(admin.session);
      else await googleLogin.logout(admin);
      return { success: true };
    },
    getAdminSetup: () => passwordAdmins.state(),
    async setupAdmin({ input, network }) {
      return passwordAdmins.setup(input.body, await throttles.networkKeys(network));
    },
    async changePassword(call) {
      const { identity, input, network } = call;
      const keys = await throttles.networkKeys(network);
      call.setSessionCookie(
        await passwordAdmins.changePassword(actorOf(identity), input.body, keys),
      );
      return { success: true };
    },
    loginGoogle: ({ identity }) => googleLogin.login(identity),
  } satisfies Partial<Handlers>;
}
