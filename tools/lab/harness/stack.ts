/** Stacks of the laboratory: on free ports, in a folder of their own, removed afterwards. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiClient } from '@symbio/fixtures/api-client';
import { HttpClient } from '@symbio/fixtures/http-client';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { startStack, type RunningStack, type StackOptions } from '../../dev/stack.js';
import { openStores, type Stores } from '@symbio/operations/backup/stores';
import type { Cleanup } from './cleanup.js';

export interface LabStackOptions extends Partial<Omit<StackOptions, 'dataDir' | 'ports'>> {
  /** Folder of the data; a temporary one by default. */
  dataDir?: string;
  /** Keeps data and logs, and says where. */
  keep?: boolean;
}

/** Removed, or kept and named, at the end. */
export function scratchFolder(name: string, cleanup: Cleanup, keep: boolean | (() => boolean) = false): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `symbio-${name}-`));
  cleanup.push(() => {
    if (typeof keep === 'function' ? keep() : keep) console.log(`Data and logs are in ${folder}`);
    else fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Starts a stack without a rate limit for people, which is not under test. */
export async function labStack(
  name: string,
  cleanup: Cleanup,
  { dataDir, keep, env, ...options }: LabStackOptions = {},
): Promise<RunningStack> {
  const stack = await startStack({
    dataDir: dataDir ?? scratchFolder(name, cleanup, keep),
    ports: 'free',
    env: { PERSON_REQUESTS_PER_MINUTE: '0', ...env },
    report: (event) => {
      if (event.kind === 'died')
        console.log(`  ${event.name} ${event.how}; started again in ${event.restartSeconds} s`);
    },
    ...options,
  });
  cleanup.push(() => stack.stop());
  return stack;
}

export function clientOf(
  { url }: { url: string },
  account: 'admin' | 'staff' | 'customer',
  cleanup: Cleanup,
): ApiClient {
  const http = new HttpClient(url);
  cleanup.push(() => http.close());
  return new ApiClient(http, { email: `${account}@symbio.test`, password: LOCAL_PASSWORD });
}

export async function storesOf({ mongoUri, natsUrl }: RunningStack, cleanup: Cleanup): Promise<Stores> {
  const stores = await openStores({ mongoUri, natsUrl, blobUrl: undefined, accountsDir: undefined, natsReplicas: 1 });
  cleanup.push(() => stores.close());
  return stores;
}

export const pidsOf = ({ processes, pid }: RunningStack): [string, number][] =>
  processes.flatMap((name): [string, number][] => {
    const id = pid(name);
    return id === undefined ? [] : [[name, id]];
  });
