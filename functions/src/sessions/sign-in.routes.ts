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
      const { input, network, sessionCookie: mark, state } = call;
      const login = await passwordAdmins.login(input.body, { network, mark }, state);
      call.setSessionCookie(login.mark);
      return login.session;
    },
    async logoutAdmin({ identity, state }) {
      const admin = actorOf(identity);
      if (admin.provider === 'password') await sessions.close(admin.session, state);
      else await googleLogin.logout(admin);
      return { success: true };
    },
    getAdminSetup: () => passwordAdmins.state(),
    setupAdmin: ({ input, network, state }) => passwordAdmins.setup(input.body, network, state),
    async changePassword(call) {
      const { identity, input, state } = call;
      const mark = await passwordAdmins.changePassword(actorOf(identity), input.body, state);
      call.setSessionCookie(mark);
      return { success: true };
    },
    loginGoogle: ({ identity }) => googleLogin.login(identity),
  } satisfies Partial<Handlers>;
}
