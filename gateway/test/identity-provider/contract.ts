import { afterAll, describe } from '@jest/globals';
import { describeAccounts } from './accounts.js';
import { usersOf, type ProviderUnderTest } from './provider-under-test.js';
import { describeSessions } from './sessions.js';
import { describeSigningIn } from './signing-in.js';

export function describeIdentityProvider(name: string, under: ProviderUnderTest): void {
  const users = usersOf(under);
  afterAll(() => under.close());
  describe(name, () => {
    describeAccounts(users);
    describeSigningIn(users);
    describeSessions(users);
  });
}
