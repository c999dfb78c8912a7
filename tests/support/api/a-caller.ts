import { endlessCall } from '../../../functions/src/platform/deadline.ts';
import { visitor, type Caller, type Identity } from '../../../functions/src/platform/identity.ts';
import { nobody } from '../../../functions/src/platform/quota.ts';

/** A caller of services whose time never ends: a visitor, or somebody else. */
export const aCaller = (identity: Identity = visitor): Caller => ({
  identity,
  network: nobody,
  state: endlessCall(),
});
