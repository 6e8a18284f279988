import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { newSecrets } from '@symbio/operations/secrets/generate';

/** Account of the scenarios: the first of a trial, with the password that journeys type. */
export const ACCOUNT = { email: 'staff@symbio.test', password: LOCAL_PASSWORD } as const;

interface Manifest {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string };
  stringData: Record<string, string>;
}

/**
 * All Secrets of a trial installation with bundled servers.
 *
 * @param natsHost host name of its NATS
 */
export function trialSecrets(natsHost = 'symbio-nats'): Manifest[] {
  const given = { natsHost, secretWord: 'phase-one', walkEmail: ACCOUNT.email, walkPassword: ACCOUNT.password };
  return newSecrets(given, new Date()).secrets.map(({ name, values }) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    stringData: values,
  }));
}
