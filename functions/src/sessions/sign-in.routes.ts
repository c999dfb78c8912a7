import type { Handlers } from '../http/api-call.ts';
import type { GoogleLoginService } from './google-login.service.ts';
import type { PasswordAdmins } from './password-admins.service.ts';
import type { SessionService } from './sessions.service.ts';

interface Dependencies {
  passwordAdmins: PasswordAdmins;
  googleLogin: GoogleLoginService;
  sessions: SessionService;
}

/** The calls of signing in. */
export function signInRoutes({ passwordAdmins, googleLogin, sessions }: Dependencies) {
  return {
    async getAdmin({ identity }) {
      return { username: identity.username, provider: identity.provider };
    },
    async loginAdmin(call) {
      const { input, network, sessionCookie: mark, state } = call;
      const login = await passwordAdmins.login(input.body, { network, mark }, state);
      call.setSessionCookie(login.mark);
      return login.session;
    },
    async logoutAdmin({ identity: admin, state }) {
      if (admin.provider === 'password') await sessions.close(admin.session, state);
      else await googleLogin.logout(admin);
      return { success: true };
    },
    getAdminSetup: () => passwordAdmins.state(),
    setupAdmin: ({ input, network, state }) => passwordAdmins.setup(input.body, network, state),
    async changePassword(call) {
      const { identity, input, state } = call;
      const mark = await passwordAdmins.changePassword(identity, input.body, state);
      call.setSessionCookie(mark);
      return { success: true };
    },
    loginGoogle: ({ identity }) => googleLogin.login(identity),
  } satisfies Partial<Handlers>;
}
