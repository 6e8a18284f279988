import { describeIdentityProvider } from './contract.js';

/** A setting of `npm run test:keycloak`, which starts the server. */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this suite with \`npm run test:keycloak\`.`);
  return value;
}

describeIdentityProvider('Keycloak', {
  url: setting('TEST_KEYCLOAK_URL'),
  adminSecret: setting('TEST_KEYCLOAK_ADMIN_SECRET'),
  publicUrl: setting('TEST_KEYCLOAK_PUBLIC_URL'),
  close: () => Promise.resolve(),
});
