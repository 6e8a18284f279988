import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startIssuer } from '@symbio/fixtures/issuer';
import { describeIdentityProvider } from './contract.js';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-contract-'));
const adminSecret = 'a secret of this test';
const publicUrl = 'http://127.0.0.1:8080';
const issuer = await startIssuer({
  port: 0,
  dataDir,
  serviceAccount: { clientId: 'symbio-identity', secret: adminSecret },
  publicUrl,
  passwordCost: 16,
});

describeIdentityProvider('the local issuer', {
  url: issuer.url,
  adminSecret,
  publicUrl,
  close: async () => {
    await issuer.close();
    fs.rmSync(dataDir, { recursive: true });
  },
});
