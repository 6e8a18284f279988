// Program: `npm run test:keycloak`. Starts a real Keycloak with our realm, runs the provider contract suite against it,
// and stops it.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ProcessGuard } from '../../dev/child-process.js';
import { startInbox } from '@symbio/fixtures/inbox';
import { foreground } from '../../dev/foreground.js';
import { findJava, findKeycloak, startKeycloak } from '../../dev/keycloak.js';
import { interruptible } from '../../dev/program.js';
import { cacheDir, repoRoot } from '../../dev/paths.js';
import { freePort } from '@symbio/fixtures/ports';

/** No server listens there: the suite only checks redirects. */
const PUBLIC_URL = 'http://127.0.0.1:8080';

function runSuite(env: Record<string, string>, signal: AbortSignal): Promise<number> {
  const jest = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
  return foreground(process.execPath, [jest, '--selectProjects', 'keycloak', '--ci', ...process.argv.slice(2)], {
    cwd: repoRoot,
    env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules', ...env },
    signal,
  });
}

async function main(signal: AbortSignal): Promise<number> {
  const java = await findJava(process.env);
  const home = await findKeycloak(process.env, console.log, signal);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-keycloak-'));
  const logFile = path.join(cacheDir, 'test', 'keycloak-server.log');
  fs.rmSync(logFile, { force: true });
  const adminSecret = randomBytes(24).toString('base64url');
  const inbox = await startInbox(0, 0);
  const guard = new ProcessGuard();
  try {
    const began = Date.now();
    console.log(`Starting Keycloak ${home.version} (its log: ${path.relative(process.cwd(), logFile)}) ...`);
    const keycloak = await startKeycloak({
      home,
      java,
      port: await freePort(),
      dataDir,
      publicUrl: PUBLIC_URL,
      adminSecret,
      smtpUrl: inbox.smtpUrl,
      logFile,
      guard,
      signal,
    });
    try {
      console.log(`Keycloak serves our realm after ${((Date.now() - began) / 1000).toFixed(0)} s.`);
      const settings = {
        TEST_KEYCLOAK_URL: keycloak.url,
        TEST_KEYCLOAK_ADMIN_SECRET: adminSecret,
        TEST_KEYCLOAK_PUBLIC_URL: PUBLIC_URL,
      };
      return await runSuite(settings, signal);
    } finally {
      await keycloak.stop();
    }
  } finally {
    guard.close();
    await inbox.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

interruptible(main, 130);
