import { afterAll, describe } from '@jest/globals';
import { describeAccounts } from './accounts.js';
import { usersOf, type ProviderUnderTest } from './provider-under-test.js';
import { describeSessions } from './sessions.js';
import { describeSigningIn } from './signing-in.js';

/**
 * What Symbio relies on of an identity provider: the accounts as the identity service keeps them, sign-in as the gateway
 * does it, and tokens as the gateway checks them. Each provider passes it unchanged.
 */
export function describeIdentityProvider(name: string, under: ProviderUnderTest): void {
  const users = usersOf(under);
  afterAll(() => under.close());
  describe(name, () => {
    describeAccounts(users);
    describeSigningIn(users);
    describeSessions(users);
  });
}
