import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, LOOPBACK } from '@symbio/fixtures/ports';
import { startChild, type ChildSpec } from '../child-process.js';
import { findNatsServer, natsChild, type NatsAccess } from '../nats-server.js';

export interface NatsForTest {
  /** Without a scheme. */
  address: string;
  spec: ChildSpec;
  /** On the same port and files; does some work while it is away. */
  restart: (meanwhile: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startNatsForTest(access: Partial<NatsAccess> & { settings: string }): Promise<NatsForTest> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-nats-'));
  const port = await freePort();
  const all = { user: '', password: '', ...access };
  const spec = natsChild(await findNatsServer(), path.join(folder, 'nats'), port, all);
  const start = () => startChild(spec, { logFile: path.join(folder, 'nats.log') });
  let child = await start();
  return {
    address: `${LOOPBACK}:${port}`,
    spec,
    restart: async (meanwhile) => {
      await child.stop();
      await meanwhile();
      child = await start();
    },
    stop: async () => {
      await child.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
