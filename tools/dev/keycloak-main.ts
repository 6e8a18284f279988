// Program: `npm run keycloak`. A real Keycloak with our realm and the local accounts, instead of the local issuer, for
// `KEYCLOAK_URL=http://127.0.0.1:8180 npm start`.
import fs from 'node:fs';
import path from 'node:path';
import { processEntry } from '@symbio/topology';
import { ProcessGuard } from './child-process.js';
import { findJava, findKeycloak, startKeycloak } from './keycloak.js';
import { defaultDataDir } from './paths.js';
import { interruptible } from './program.js';
import { isListening, LOOPBACK } from '@symbio/fixtures/ports';
import { readSecrets } from './stack-settings.js';
import { StartError } from './start-error.js';

function portOf(name: string, port: 'http' | 'smtp'): number {
  const number = processEntry(name).ports[port];
  if (number === undefined) throw new Error(`${name} has no ${port} port`);
  return number;
}

async function main(signal: AbortSignal): Promise<number> {
  const java = await findJava(process.env);
  const home = await findKeycloak(process.env, console.log, signal);
  const port = portOf('issuer', 'http');
  if (await isListening(port)) throw new StartError(`Port ${port} is in use, and Keycloak needs it: end what uses it.`);
  fs.mkdirSync(defaultDataDir, { recursive: true });
  const guard = new ProcessGuard();
  try {
    console.log(`Starting Keycloak ${home.version} ...`);
    const keycloak = await startKeycloak({
      home,
      java,
      port,
      dataDir: path.join(defaultDataDir, 'keycloak'),
      publicUrl: process.env.PUBLIC_URL || `http://${LOOPBACK}:${portOf('gateway', 'http')}`,
      adminSecret: process.env.KEYCLOAK_ADMIN_SECRET || readSecrets(defaultDataDir).issuerAdmin,
      smtpUrl: process.env.SMTP_URL || `smtp://${LOOPBACK}:${portOf('inbox', 'smtp')}`,
      logFile: path.join(defaultDataDir, 'logs', 'keycloak.log'),
      guard,
      signal,
    });
    console.log(`Keycloak serves at ${keycloak.url}. Start Symbio with: KEYCLOAK_URL=${keycloak.url} npm start`);
    const asked = new Promise<'asked'>((resolve) => {
      if (signal.aborted) resolve('asked');
      signal.addEventListener('abort', () => resolve('asked'), { once: true });
    });
    const ended = await Promise.race([asked, keycloak.exited]);
    if (ended !== 'asked') throw new StartError('Keycloak ended by itself; .data/logs/keycloak.log says why.');
    await keycloak.stop();
    return 0;
  } finally {
    guard.close();
  }
}

interruptible(main, 0);
