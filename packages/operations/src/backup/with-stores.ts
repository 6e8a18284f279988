import fs from 'node:fs';
import path from 'node:path';
import { OperationError } from '../command.js';
import type { LocalStack, StartedServers, StoreChoice } from '../local-stack.js';
import { chooseStores, openStores, type Stores } from './stores.js';

export interface WithStoresOptions {
  env: NodeJS.ProcessEnv;
  /** Folder of the local stack; undefined: settings, the running one, or `.data`. */
  dataDir: string | undefined;
  withBlobs: boolean;
  /** Whether the folder may be missing. */
  mayBeNew: boolean;
  mustBeStopped: boolean;
  say: (line: string) => void;
  signal: AbortSignal;
  local?: LocalStack | undefined;
}

/** Starts and stops those of a local stack that is not running. */
export async function withStores<T>(
  { env, dataDir, withBlobs, mayBeNew, mustBeStopped, say, signal, local: stack }: WithStoresOptions,
  work: (stores: Stores, choice: StoreChoice) => Promise<T>,
): Promise<T> {
  const choice = chooseStores(env, dataDir, withBlobs, stack);
  const local = choice.dataDir;
  if (local !== undefined && !mayBeNew && !fs.existsSync(path.join(local, 'secrets.json')))
    throw new OperationError(
      `There is no local stack in ${local}, and MONGODB_URI, NATS_URL and BLOB_URL name no other installation.`,
      undefined,
      2,
    );
  if (local !== undefined && choice.isRunning && mustBeStopped)
    throw new OperationError(
      `Symbio runs on ${local}: end it with Ctrl-C first, or name another folder with --data DIR.`,
    );
  let started: StartedServers | undefined;
  if (local !== undefined && !choice.isRunning) {
    say(`Starting MongoDB and NATS on ${local} ...`);
    started = await stack?.startServers(local, env, signal);
  }
  try {
    const { addresses } = choice;
    const stores = await openStores(
      started ? { ...addresses, mongoUri: started.mongoUri, natsUrl: started.natsUrl } : addresses,
    );
    try {
      return await work(stores, choice);
    } catch (error) {
      throw explained(error);
    } finally {
      await stores.close();
    }
  } finally {
    await started?.stop();
  }
}

/** Runs work with MongoDB and NATS only. */
export const withServers = <T>(
  { env, say, signal, local }: Pick<WithStoresOptions, 'env' | 'say' | 'signal' | 'local'>,
  work: (stores: Stores) => Promise<T>,
  dataDir?: string,
): Promise<T> =>
  withStores(
    {
      env: { ...env, BLOB_URL: undefined },
      dataDir,
      withBlobs: false,
      mayBeNew: false,
      mustBeStopped: false,
      say,
      signal,
      local,
    },
    work,
  );

/** Sentence for a lost connection; other errors unchanged. */
function explained(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  const server =
    name === 'NatsError'
      ? 'NATS'
      : /^Mongo(Network|ServerSelection|PoolCleared|NotConnected|Topology)/.test(name)
        ? 'MongoDB'
        : undefined;
  if (!server) return error;
  return new OperationError(`${server} went away or did not answer in time (${(error as Error).message}): try again.`, {
    cause: error,
  });
}
