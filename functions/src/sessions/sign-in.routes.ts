import type { Handlers } from '../http/api-call.ts';
import { actorOf } from '../platform/identity.ts';
import type { Services } from '../site.ts';

/** The calls of signing in. */
export function signInRoutes({ passwordAdmins, googleLogin, sessions }: Services) {
  return {
    async getAdmin({ identity }) {
      const { username, provider } = actorOf(identity);
      return { username, provider };
    },
    async loginAdmin(call) {
      const { input, network, sessionCookie: mark } = call;
      const login = await passwordAdmins.login(input.body, { network, mark });
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
    setupAdmin: ({ input, network }) => passwordAdmins.setup(input.body, network),
    async changePassword(call) {
      const mark = await passwordAdmins.changePassword(actorOf(call.identity), call.input.body);
      call.setSessionCookie(mark);
      return { success: true };
    },
    loginGoogle: ({ identity }) => googleLogin.login(identity),
  } satisfies Partial<Handlers>;
}
