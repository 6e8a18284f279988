/** Connections to the stores that backup and restore use. */
import { MongoClient, MongoServerSelectionError, type Db } from 'mongodb';
import { connectBroker, natsFilesOf, type Broker, type BrokerOptions } from '@symbio/events';
import { createLogger, sentenceOf } from '@symbio/runtime';
import { openBlobStore, type BlobStore } from '@symbio/blobs';
import { OperationError } from '../command.js';
import type { LocalStack, StoreAddresses, StoreChoice } from '../local-stack.js';

export interface Stores {
  mongo: MongoClient;
  database: (service: string) => Db;
  broker: Broker;
  blobs: BlobStore | undefined;
  accountsDir: string | undefined;
  close: () => Promise<void>;
}

/** Timeout for a server that does not respond. */
const PATIENCE_MS = 10_000;
const NAME = 'operations';

/**
 * Connects to the stores.
 *
 * @throws OperationError naming the store that does not respond
 */
export async function openStores(addresses: StoreAddresses, patienceMs = PATIENCE_MS): Promise<Stores> {
  const {
    mongoUri: uri,
    natsUrl,
    blobUrl,
    accountsDir,
    natsReplicas,
    natsFiles,
    databasePrefix = 'symbio_',
  } = addresses;
  const mongo = mongoAt(uri, patienceMs);
  const closing: (() => Promise<unknown>)[] = [() => mongo.close()];
  const close = async (): Promise<void> => {
    for (const one of closing.reverse()) await one().catch(() => undefined);
  };
  try {
    await reachMongo(mongo, uri);
    const broker = await reachNats(natsUrl, { replicas: natsReplicas, files: natsFiles ?? {} }, patienceMs);
    closing.push(() => broker.drain());
    const blobs = blobUrl === undefined ? undefined : await openBlobs(blobUrl);
    if (blobs) closing.push(() => blobs.close());
    return { mongo, database: (service) => mongo.db(`${databasePrefix}${service}`), broker, blobs, accountsDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function mongoAt(uri: string, patienceMs: number): MongoClient {
  try {
    return new MongoClient(uri, {
      appName: NAME,
      retryWrites: false,
      serverSelectionTimeoutMS: patienceMs,
      ignoreUndefined: true,
    });
  } catch (error) {
    throw new OperationError(`MONGODB_URI is not valid: ${sentenceOf(error)}`, { cause: error }, 2);
  }
}

async function reachMongo(mongo: MongoClient, uri: string): Promise<void> {
  try {
    await mongo.db('admin').command({ ping: 1 });
  } catch (error) {
    const reason = error instanceof MongoServerSelectionError ? 'it does not answer' : String(error);
    throw new OperationError(`MongoDB cannot be used at ${hostsOf(uri)}: ${reason}.`, { cause: error });
  }
}

const hostsOf = (uri: string): string => /^[a-z+]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(uri)?.[1] ?? 'its address';

async function reachNats(url: string, options: BrokerOptions, patienceMs: number): Promise<Broker> {
  const log = createLogger({ name: NAME, level: 'silent' });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new OperationError(`NATS does not answer at ${hostsOf(url)}.`)), patienceMs);
  });
  try {
    return await Promise.race([connectBroker(url, NAME, log, options), late]);
  } catch (error) {
    // an invalid address and a timeout already have a sentence
    if (error instanceof OperationError || (error instanceof Error && error.name === 'ConfigError')) throw error;
    throw new OperationError(`NATS cannot be used at ${hostsOf(url)}: ${sentenceOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function openBlobs(url: string): Promise<BlobStore> {
  try {
    // signs nothing
    const blobs = await openBlobStore(url, { secret: NAME });
    await blobs.prepare();
    await blobs.check();
    return blobs;
  } catch (error) {
    throw new OperationError(
      `The blob store cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Chooses the stores that MONGODB_URI, NATS_URL and BLOB_URL name, or those of the local stack in a folder. */
export function chooseStores(
  env: NodeJS.ProcessEnv,
  dataDir: string | undefined,
  withBlobs: boolean,
  local: LocalStack | undefined,
): StoreChoice {
  const { MONGODB_URI, NATS_URL, BLOB_URL } = env;
  const named = [MONGODB_URI, NATS_URL, ...(withBlobs ? [BLOB_URL] : [])];
  if (dataDir === undefined && named.some(Boolean)) {
    if (!MONGODB_URI || !NATS_URL || (withBlobs && !BLOB_URL))
      throw new OperationError(
        'MONGODB_URI, NATS_URL and BLOB_URL name the installation together: set all three, or none for the local stack.',
        undefined,
        2,
      );
    const natsReplicas = Number(env.NATS_REPLICAS || 1);
    return {
      addresses: {
        mongoUri: MONGODB_URI,
        natsUrl: NATS_URL,
        blobUrl: withBlobs ? BLOB_URL : undefined,
        accountsDir: undefined,
        natsReplicas,
        natsFiles: natsFilesOf(env),
      },
      dataDir: undefined,
      isRunning: true,
    };
  }
  if (!local)
    throw new OperationError('Set MONGODB_URI, NATS_URL and BLOB_URL: they name the installation.', undefined, 2);
  return local.choose(env, dataDir, withBlobs);
}
