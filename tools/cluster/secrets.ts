import { LOCAL_PASSWORD } from '../dev/issuer/store.js';
import { newSecrets } from '../operations/secrets/generate.js';

/** Who the scenarios act as: the first account of a trial, with the password that journeys in Chromium type. */
export const ACCOUNT = { email: 'staff@symbio.test', password: LOCAL_PASSWORD } as const;

interface Manifest {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string };
  stringData: Record<string, string>;
}

/** Every Secret of a trial installation, whose servers are all bundled. */
export function trialSecrets(): Manifest[] {
  const given = { secretWord: 'phase-one', walkEmail: ACCOUNT.email, walkPassword: ACCOUNT.password };
  return newSecrets(given, new Date()).secrets.map(({ name, values }) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    stringData: values,
  }));
}
