import { startIssuer } from '@symbio/fixtures/issuer';
import { logLine } from '@symbio/fixtures/log-line';
import { messageOf } from './start-error.js';

try {
  const { PORT, ISSUER_DATA_DIR, KEYCLOAK_ADMIN_CLIENT, KEYCLOAK_ADMIN_SECRET, PUBLIC_URL } = process.env;
  if (ISSUER_DATA_DIR === undefined || KEYCLOAK_ADMIN_CLIENT === undefined || KEYCLOAK_ADMIN_SECRET === undefined) {
    throw new Error('ISSUER_DATA_DIR, KEYCLOAK_ADMIN_CLIENT and KEYCLOAK_ADMIN_SECRET must be set');
  }
  const issuer = await startIssuer({
    port: Number(PORT ?? 8180),
    dataDir: ISSUER_DATA_DIR,
    serviceAccount: { clientId: KEYCLOAK_ADMIN_CLIENT, secret: KEYCLOAK_ADMIN_SECRET },
    ...(PUBLIC_URL !== undefined && { publicUrl: PUBLIC_URL }),
  });
  logLine('info', 'ready', { url: issuer.url });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void issuer.close().then(() => process.exit(0)));
  }
} catch (error) {
  logLine('fatal', messageOf(error));
  process.exit(1);
}
