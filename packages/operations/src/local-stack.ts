/** Addresses of the stores, as the services have them in their settings. */
export interface StoreAddresses {
  mongoUri: string;
  natsUrl: string;
  /** Undefined: blobs are left out. */
  blobUrl: string | undefined;
  /** Folder of the local sign-in's accounts; undefined where Keycloak keeps them. */
  accountsDir: string | undefined;
  /** Servers that keep a copy of each stream. */
  natsReplicas: number;
  /** Beginning of the databases' names; tests have their own. */
  databasePrefix?: string;
}

/** Which stores are meant: those of the settings, or of the local stack. */
export interface StoreChoice {
  addresses: StoreAddresses;
  /** The local stack's folder, where the stores are its own. */
  dataDir: string | undefined;
  /** Whether its servers run. */
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
