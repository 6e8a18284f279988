import type { NatsFiles } from '@symbio/events';

export interface StoreAddresses {
  mongoUri: string;
  natsUrl: string;
  /** Undefined: without blobs. */
  blobUrl: string | undefined;
  /** Folder of the local sign-in's accounts; undefined where Keycloak keeps them. */
  accountsDir: string | undefined;
  natsReplicas: number;
  /** Credentials and certificates for NATS; none when left out. */
  natsFiles?: NatsFiles;
  /** Prefix of database names; tests have their own. */
  databasePrefix?: string;
}

export interface StoreChoice {
  addresses: StoreAddresses;
  dataDir: string | undefined;
  isRunning: boolean;
}

/** Access to the stack of `npm start`; the operations image has none. */
export interface LocalStack {
  choose: (env: NodeJS.ProcessEnv, dataDir: string | undefined, withBlobs: boolean) => StoreChoice;
  /** Starts MongoDB and NATS alone on a folder. */
  startServers: (dataDir: string, env: NodeJS.ProcessEnv, signal: AbortSignal) => Promise<StartedServers>;
}

export interface StartedServers {
  mongoUri: string;
  natsUrl: string;
  stop: () => Promise<unknown>;
}
