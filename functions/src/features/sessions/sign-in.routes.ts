import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import type { ThrottleService } from '../../platform/throttles/throttles.service.ts';
import type { GoogleLoginService } from './google-login.service.ts';
import type { PasswordAdmins } from './password-admins.service.ts';
import type { PeopleService } from './people.service.ts';
import type { SessionService } from './sessions.service.ts';

interface Dependencies {
  passwordAdmins: PasswordAdmins;
  googleLogin: GoogleLoginService;
  sessions: SessionService;
  people: PeopleService;
  throttles: ThrottleService;
}

export function signInRoutes({
  passwordAdmins,
  googleLogin,
  sessions,
  people,
  throttles,
}: Dependencies) {
  return {
    async getAdmin({ identity }) {
      const { username, provider } = actorOf(identity);
      return { username, provider };
    },
    async loginAdmin(call) {
      const { input, network, sessionCookie: mark, userAgent } = call;
      const client = { network: await throttles.networkKeys(network), mark, userAgent };
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
    listSessions: ({ identity }) => sessions.list(actorOf(identity)),
    async endSessions({ identity, input }) {
      await sessions.end(actorOf(identity), input.body.session_id);
      return { success: true };
    },
    listPeople: ({ identity }) => people.list(actorOf(identity)),
    invitePerson: ({ identity, input }) => people.invite(actorOf(identity), input.body.username),
    async acceptInvitation({ input, network }) {
      return people.accept(input.body, await throttles.networkKeys(network));
    },
    async disablePerson({ identity, input }) {
      await people.disable(actorOf(identity), input.body.username);
      return { success: true };
    },
    async endPersonSessions({ identity, input }) {
      await people.endSessions(actorOf(identity), input.body.username);
      return { success: true };
    },
    loginGoogle: ({ identity }) => googleLogin.login(identity),
  } satisfies Partial<Handlers>;
}
