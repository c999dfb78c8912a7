import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import type { VoterService } from '../voters/voters.service.ts';
import type { SignIn } from './create-sign-in.ts';

export function signInRoutes(services: Omit<SignIn, 'identify'> & { voters: VoterService }) {
  const { passwordAdmins, googleLogin, sessions, voters } = services;
  return {
    async getAdmin({ identity }) {
      const { username, provider } = actorOf(identity);
      return { username, provider };
    },
    async loginAdmin({ input, network }) {
      return passwordAdmins.login(input.body, await voters.networkKeys(network));
    },
    async logoutAdmin({ identity }) {
      const admin = actorOf(identity);
      if (admin.provider === 'password') await sessions.close(admin.session);
      else await googleLogin.logout(admin);
      return { success: true };
    },
    getAdminSetup: () => passwordAdmins.state(),
    async setupAdmin({ input, network }) {
      return passwordAdmins.setup(input.body, await voters.networkKeys(network));
    },
    async changePassword({ identity, input, network }) {
      const keys = await voters.networkKeys(network);
      await passwordAdmins.changePassword(actorOf(identity), input.body, keys);
      return { success: true };
    },
    loginGoogle: ({ identity }) => googleLogin.login(identity),
  } satisfies Partial<Handlers>;
}
