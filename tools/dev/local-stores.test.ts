import { describe, expect, it } from '@jest/globals';
import { withServers } from '@symbio/operations/backup/with-stores';
import { localStack } from './local-stores.js';
import { lockFolder } from './run-lock.js';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';

let folder: string;
eachInFolder((made) => (folder = made));

describe('the stores of the local stack', () => {
  it('are those of its folder', () => {
    expect(localStack.choose({ NATS_PORT: '4999' }, folder, true)).toMatchObject({
      addresses: {
        natsUrl: 'nats://127.0.0.1:4999',
        blobUrl: `file://${folder}/blobs`,
        accountsDir: `${folder}/identity`,
      },
      dataDir: folder,
      isRunning: false,
    });
  });

  it('are found at their ports, and no others at the default ports', async () => {
    const context = { env: {}, local: localStack, say: () => undefined, signal: new AbortController().signal };
    const nothing = withServers(context, () => Promise.resolve(), folder);
    await expect(nothing).rejects.toThrow(`There is no local stack in ${folder}`);
    const lock = lockFolder(folder);
    try {
      lock.note({ mongodb: 15_001, nats: 15_002 });
      expect(localStack.choose({}, folder, true)).toMatchObject({
        addresses: {
          natsUrl: 'nats://127.0.0.1:15002',
          mongoUri: expect.stringContaining('127.0.0.1:15001') as unknown,
        },
        isRunning: true,
      });
      lock.note({ nats: 15_002 });
      expect(() => localStack.choose({}, folder, true)).toThrow('with another MongoDB than its own: set MONGODB_URI');
    } finally {
      lock.release();
    }
  });
});
