/** Local stack as the operations commands see it (`npm run backup` and others). */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOOPBACK } from '@symbio/fixtures/ports';
import type { LocalStack, StoreChoice } from '@symbio/operations/local-stack';
import { OperationError } from '@symbio/operations/command';
import { processEntry } from '@symbio/topology';
import { dataFolder } from './data-folders.js';
import { mongoUri } from './mongo.js';
import { isRunningOn, portsNotedIn } from './run-lock.js';
import { natsUrl, readSecrets } from './stack-settings.js';

export const localStack: LocalStack = {
  choose,
  startServers: async (dataDir, env, signal) => {
    const { startStack } = await import('./stack.js');
    return startStack({
      dataDir,
      ports: 'default',
      only: ['mongodb', 'nats'],
      // an empty setting counts as absent: use the folder's own servers whatever the environment says
      env: { ...(env as Record<string, string>), MONGODB_URI: '', NATS_URL: '' },
      signal,
    });
  },
};

function choose(env: NodeJS.ProcessEnv, dataDir: string | undefined, withBlobs: boolean): StoreChoice {
  const folder = dataFolder(dataDir);
  const noted = portsNotedIn(folder);
  // a folder created by a restore has no secrets yet
  const secrets = fs.existsSync(path.join(folder, 'secrets.json')) ? readSecrets(folder) : undefined;
  const port = (name: 'mongodb' | 'nats'): number => {
    // it uses an external server, known to its own environment only
    if (noted && noted[name] === undefined)
      throw new OperationError(
        `Symbio runs on ${folder} with another ${name === 'nats' ? 'NATS' : 'MongoDB'} than its own: set MONGODB_URI, NATS_URL and BLOB_URL as it has them.`,
        undefined,
        2,
      );
    return noted?.[name] ?? Number(env[`${name.toUpperCase()}_PORT`] || processEntry(name).ports.http);
  };
  return {
    addresses: {
      mongoUri: mongoUri(port('mongodb'), secrets?.mongodb),
      natsUrl: secrets ? natsUrl(port('nats'), secrets.nats) : `nats://${LOOPBACK}:${port('nats')}`,
      blobUrl: withBlobs ? pathToFileURL(path.join(folder, 'blobs')).href : undefined,
      accountsDir: path.join(folder, 'identity'),
      natsReplicas: 1,
    },
    dataDir: folder,
    isRunning: isRunningOn(folder),
  };
}
