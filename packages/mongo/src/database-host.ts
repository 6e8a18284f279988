import type { Connection, Model } from 'mongoose';
import { ServiceHost, type ServiceHostOptions } from '@symbio/events';
import { ConfigError, createSweep, withoutCredentials } from '@symbio/runtime';
import { createClaims, type Claims } from './claims.js';
import type { DatabaseConfig } from './config.js';
import type { Migration } from './migrations/migration.js';
import { runMigrations } from './migrations/run-migrations.js';
import {
  connectMongo,
  ensureIndexes,
  explainMongo,
  isMongoAway,
  isMongoPassing,
  mongoUnavailable,
  pingMongo,
} from './mongo.js';
import { OutboxWriter, type OutboxRow } from './outbox.js';
import { OutboxRelay } from './relay.js';
import { createTombstones, type Tombstones } from './tombstones.js';

export interface DatabaseHostOptions extends ServiceHostOptions {
  config: DatabaseConfig;
}

/** Milliseconds between checks for migrations to repeat. */
const MIGRATIONS_MS = 10 * 60_000;

/** Name of the main database in /readyz and metrics. */
const MAIN = 'mongodb';

/** Base of a service with a database, whose changes are published through outboxes. */
export class DatabaseHost extends ServiceHost<DatabaseHostOptions> {
  readonly #models: Model<never>[] = [];
  /** Names of the models whose indexes exist. */
  readonly #indexed = new Set<string>();
  #migrations = 0;
  #mongo: Connection | undefined;
  #relay: OutboxRelay | undefined;

  /** Opens the health ports, then waits for MongoDB and NATS without a timeout. */
  static override async connect(options: DatabaseHostOptions): Promise<DatabaseHost> {
    const host = new DatabaseHost(options);
    await host.open();
    return host;
  }

  get mongo(): Connection {
    if (!this.#mongo) throw new Error(`${this.name} is not connected yet`);
    return this.#mongo;
  }

  /**
   * Opens another database of this service on a separate connection and creates its indexes. Closed with the main one.
   */
  async database<Models>(
    name: string,
    { uri, database }: { uri: string; database: string },
    model: (connection: Connection) => Models,
  ): Promise<Models> {
    const connection = await this.#connect(name, uri, database, 'background');
    const models = model(connection);
    await this.dependencies.until(name, () => ensureIndexes(connection), isMongoPassing);
    return models;
  }

  /** Writer of a collection whose changes are published. */
  writer<Row extends OutboxRow>(model: Model<Row>): OutboxWriter<Row> {
    const any = model as unknown as Model<never>;
    this.#models.push(any);
    return new OutboxWriter(model, this.clock, (rows) => this.#relay?.notify(any, rows));
  }

  /** Records completed side effects in this service's database. */
  claims(): Promise<Claims> {
    return this.prepared(() => createClaims(this.mongo, this.clock));
  }

  /** Records deletions by other services in this service's database. */
  tombstones(): Promise<Tombstones> {
    return this.prepared(() => createTombstones(this.mongo, this.clock));
  }

  /**
   * Brings the rows to the current shape, after creating the indexes. Recent migrations are repeated while the service
   * runs, for rows of replicas of the previous version.
   */
  async migrate(migrations: readonly Migration[]): Promise<void> {
    const { log, clock } = this;
    const run = (stop?: AbortSignal): Promise<number> =>
      runMigrations({ connection: this.mongo, migrations, clock, log, ...(stop && { stop }) });
    await this.prepareStores();
    this.#migrations += await this.prepared(() => run());
    this.sweep(
      createSweep({
        what: 'repeating recent migrations',
        everyMs: MIGRATIONS_MS,
        run: async (stop) => void (await run(stop)),
        log,
      }),
    );
  }

  override prepared<T>(step: () => Promise<T>): Promise<T> {
    return super.prepared(() => this.dependencies.until(MAIN, step, isMongoPassing));
  }

  protected override get isStoreUnavailable(): (error: unknown) => boolean {
    return isMongoPassing;
  }

  protected override mapError(error: unknown): unknown {
    return isMongoAway(error) ? mongoUnavailable(error) : error;
  }

  protected override async connectStores(): Promise<void> {
    const { MONGODB_URI: uri, MONGODB_DB: database = `symbio_${this.name}` } = this.options.config;
    [this.#mongo] = await Promise.all([this.#connect(MAIN, uri, database, 'calls'), super.connectStores()]);
  }

  protected override async prepareStores(): Promise<void> {
    const names = this.mongo.modelNames().filter((name) => !this.#indexed.has(name));
    await this.prepared(() => ensureIndexes(this.mongo, names));
    for (const name of names) this.#indexed.add(name);
  }

  protected override async prepareParts(): Promise<Record<string, number>> {
    const counts = { collections: this.mongo.modelNames().length, migrations: this.#migrations };
    return { ...counts, ...(await super.prepareParts()) };
  }

  protected override async startParts(): Promise<void> {
    const { log, metrics, broker } = this;
    const relay = new OutboxRelay({ models: this.#models, broker, metrics, log });
    this.#relay = relay;
    relay.start();
    this.lifecycle.onStop('flush-outbox', 'outbox', () => relay.stop());
    await super.startParts();
  }

  /** Monitored, and closed at shutdown. */
  async #connect(name: string, uri: string, database: string, neededFor: 'calls' | 'background'): Promise<Connection> {
    const opened: { connection?: Connection } = {};
    this.dependsOn({
      name,
      label: 'MongoDB',
      where: withoutCredentials(uri),
      neededFor,
      check: () =>
        opened.connection ? pingMongo(opened.connection) : Promise.reject(new Error('it was not connected to yet')),
      explain: (error) => explainMongo(error, database),
    });
    const connect = (): Promise<Connection> => connectMongo({ uri, database, appName: this.name });
    const connection = await this.dependencies.until(name, connect, (error) => !(error instanceof ConfigError));
    opened.connection = connection;
    this.lifecycle.onStop('close-mongo', name === MAIN ? 'mongo' : name, () => connection.close());
    return connection;
  }
}
