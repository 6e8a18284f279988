import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startInbox } from '@symbio/tools/dev/inbox';
import { startIssuer } from '@symbio/tools/dev/issuer';
import { describeIdentityProvider } from './contract.js';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-contract-'));
const inbox = await startInbox(0, 0);
const adminSecret = 'a secret of this test';
const publicUrl = 'http://127.0.0.1:8080';
const issuer = await startIssuer({
  port: 0,
  dataDir,
  serviceAccount: { clientId: 'symbio-identity', secret: adminSecret },
  smtpUrl: inbox.smtpUrl,
  publicUrl,
  passwordCost: 16,
});

describeIdentityProvider('the local issuer', {
  url: issuer.url,
  adminSecret,
  publicUrl,
  mailUrl: inbox.url,
  close: async () => {
    await issuer.close();
    await inbox.close();
    fs.rmSync(dataDir, { recursive: true });
  },
});
