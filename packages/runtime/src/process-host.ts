import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Model } from 'mongoose';
import { serviceActor, type Actor } from './actor.js';
import { startAdminServer } from './admin-server.js';
import { systemClock, type Clock } from './clock.js';
import { ConfigError, type BaseConfig } from './config.js';
import { Dependencies, type DependenciesOptions, type Dependency, type Failing } from './dependencies.js';
import { createClaims, type Claims } from './events/claims.js';
import { EventConsumer, type ConsumerSpec } from './events/consumer.js';
import { createTombstones, type Tombstones } from './events/tombstones.js';
import { explainNats, isNatsError } from './events/nats-errors.js';
import { connectBroker, type Broker } from './events/nats.js';
import { DISTRUST_REASONS, messageSignatures, type MessageSignatures } from './events/signatures.js';
import { TRUST_BUCKET, TRUST_KEEPER, beginSigning } from './events/trust.js';
import { OutboxWriter, type OutboxRow } from './events/outbox.js';
import { OutboxRelay } from './events/relay.js';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM } from './events/streams.js';
import { WorkQueue, type WorkSpec } from './events/work-queue.js';
import { connectClient } from './grpc/client.js';
import type { CallParent } from './grpc/context.js';
import type { Client, Handlers, Policies, ServiceShape } from './grpc/definition.js';
import { enableReflection } from './grpc/reflection.js';
import { GrpcServer } from './grpc/server.js';
import { hostPort } from './grpc/target.js';
import { openHttp, type HttpListener } from './http-listener.js';
import { newId } from './ids.js';
import { internalTokens, type InternalTokens } from './internal-tokens.js';
import { Lifecycle } from './lifecycle.js';
import { createLogger, type Logger } from './logger.js';
import { beginAtZero, createMetrics, type Metrics } from './metrics.js';
import { connectMongo, ensureIndexes, explainMongo, isMongoPassing, pingMongo } from './mongo.js';
import { withoutCredentials } from './reasons.js';
import type { RunningService } from './running-service.js';
import type { Sweep } from './sweep.js';
import { CALL_DRAIN_MS, STAGE_LIMIT_MS } from './timing.js';

export interface HostOptions {
  name: string;
  config: Omit<BaseConfig, 'MONGODB_URI'> & { MONGODB_URI?: string };
  clock?: Clock;
  log?: Logger;
  /** The gRPC service: its port is open and health is served while waiting for dependencies. */
  serves?: ServiceShape;
  /** Time for calls and requests in flight at shutdown, in milliseconds; longer with uploads. */
  drainMs?: number;
  /** Shortened by tests. */
  dependencies?: Pick<DependenciesOptions, 'checkMs' | 'graceMs' | 'pausesMs'>;
}

/** The host's resources once MongoDB and NATS are connected. */
interface Connected {
  mongo: Connection | undefined;
  broker: Broker;
}

/** Milliseconds between updates of the health status. */
const HEALTH_MS = 1_000;

/**
 * The base of a service. A service's `start` creates a host, adds servers and consumers, and calls `run`. Everything
 * stops in the order of lifecycle.ts.
 */
export class ServiceHost {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly tokens: InternalTokens;
  readonly #signatures: MessageSignatures;
  readonly #options: HostOptions;
  readonly #config: HostOptions['config'];
  readonly #dependencies: Dependencies;
  readonly #grpc: GrpcServer;
  readonly #models: Model<never>[] = [];
  readonly #consumers: EventConsumer[] = [];
  readonly #queues: { prepare(): Promise<void>; start(): Promise<void>; stop(): Promise<void> }[] = [];
  readonly #sweeps: Sweep[] = [];
  readonly #https: HttpListener[] = [];
  #connected: Connected | undefined;
  #relay: OutboxRelay | undefined;
  #serves = false;
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  #adminPort = 0;
  #grpcPort: number | undefined;

  private constructor(options: HostOptions) {
    const { config, name } = options;
    this.name = name;
    this.log = options.log ?? createLogger({ name, level: config.LOG_LEVEL });
    this.#options = options;
    this.#config = config;
    this.clock = options.clock ?? systemClock;
    this.metrics = createMetrics(name);
    this.lifecycle = new Lifecycle(this.log);
    const keys = { name, signingKey: config.INTERNAL_SIGNING_KEY, publicKeys: config.INTERNAL_PUBLIC_KEYS };
    this.tokens = internalTokens(keys);
    this.#signatures = messageSignatures(keys);
    beginAtZero(
      this.metrics.messagesDistrusted,
      DISTRUST_REASONS.map((why) => ({ why })),
    );
    const { kid, madeAt } = this.tokens.signingKey;
    if (madeAt !== undefined) this.metrics.signingKeyMade.set({ kid }, madeAt);
    this.#grpc = new GrpcServer({ tokens: this.tokens, log: this.log, metrics: this.metrics });
    const { log } = this;
    this.#dependencies = new Dependencies({
      log,
      gauge: this.metrics.dependencyUp,
      onMissed: () => this.#grpc.refuse(),
      ...options.dependencies,
    });
  }

  /**
   * Opens the health ports, then waits for MongoDB (if configured) and NATS without a timeout.
   *
   * @throws ConfigError for settings that cannot work
   */
  static async connect(options: HostOptions): Promise<ServiceHost> {
    const host = new ServiceHost(options);
    if (!options.config.prepareOnly) await host.#openPorts();
    const [mongo, broker] = await Promise.all([host.#connectMongo(), host.#connectBroker()]);
    host.#connected = { mongo, broker };
    return host;
  }

  /** This service's database. @throws without one */
  get mongo(): Connection {
    const mongo = this.#connected?.mongo;
    if (!mongo) throw new Error(`${this.name} has no database`);
    return mongo;
  }

  get broker(): Broker {
    if (!this.#connected) throw new Error(`${this.name} is not connected yet`);
    return this.#connected.broker;
  }

  /**
   * Opens another database of this service on a separate connection and creates its indexes. Closed with the main one.
   *
   * @param name of the dependency in /readyz and metrics
   * @param model creates the models on the connection
   */
  async database<Models>(
    name: string,
    { uri, database }: { uri: string; database: string },
    model: (connection: Connection) => Models,
  ): Promise<Models> {
    const found: { mongo?: Connection } = {};
    this.dependsOn({
      name,
      label: 'MongoDB',
      where: withoutCredentials(uri),
      neededFor: 'background',
      check: () => (found.mongo ? pingMongo(found.mongo) : Promise.reject(new Error('it was not connected to yet'))),
      explain: (error) => explainMongo(error, database),
    });
    const connection = await this.#dependencies.until(
      name,
      () => connectMongo({ uri, database, appName: this.name }),
      (error) => !(error instanceof ConfigError),
    );
    found.mongo = connection;
    this.lifecycle.onStop('close-mongo', name, () => connection.close());
    const models = model(connection);
    await this.#dependencies.until(name, () => ensureIndexes(connection), isMongoPassing);
    return models;
  }

  /** Serves a gRPC service. */
  serve<D extends ServiceShape>(definition: D, handlers: Handlers<D>, policies: Policies<D>): void {
    this.#grpc.add(definition, handlers, policies);
    this.#serves = true;
  }

  /** Writer of a collection whose changes are published. */
  writer<Row extends OutboxRow>(model: Model<Row>): OutboxWriter<Row> {
    const any = model as unknown as Model<never>;
    this.#models.push(any);
    return new OutboxWriter(model, this.clock, (rows) => this.#relay?.notify(any, rows));
  }

  /** Consumes events. */
  consume(...specs: ConsumerSpec[]): void {
    for (const spec of specs) this.#consumers.push(new EventConsumer(spec, this.#eventOptions()));
  }

  /** Takes jobs from their queues. */
  work<T>(spec: WorkSpec<T>): void {
    this.#queues.push(new WorkQueue(spec, this.#eventOptions()));
  }

  /** Repeats work while the service runs. */
  sweep(...sweeps: Sweep[]): void {
    this.#sweeps.push(...sweeps);
  }

  /** A client of another service, closed at shutdown. */
  client<D extends ServiceShape>(definition: D, address: string): Client<D> {
    const { client, close } = connectClient(definition, { address, metrics: this.metrics });
    this.lifecycle.onStop('close-nats', `client ${address}`, close);
    return client;
  }

  /** Serves HTTP once the process is ready. Requests in flight finish at shutdown. */
  http(listener: HttpListener): void {
    this.#https.push(listener);
  }

  /** Records completed side effects in this service's database. */
  claims(): Promise<Claims> {
    return this.prepared(() => createClaims(this.mongo, this.clock));
  }

  /** Records deletions by other services in this service's database. */
  tombstones(): Promise<Tombstones> {
    return this.prepared(() => createTombstones(this.mongo, this.clock));
  }

  /** Runs a preparation step, retried while a store is unavailable. */
  prepared<T>(step: () => Promise<T>): Promise<T> {
    const inMongo = (): Promise<T> =>
      this.#connected?.mongo ? this.#dependencies.until('mongodb', step, isMongoPassing) : step();
    return this.#dependencies.until('nats', inMongo, isNatsError);
  }

  /** Adds an external dependency: awaited before readiness and monitored. */
  dependsOn(dependency: Dependency): void {
    this.#dependencies.add(dependency);
  }

  /** Retries a step that needs a dependency, with increasing delays. */
  awaited<T>(name: string, step: () => Promise<T>): Promise<T> {
    return this.#dependencies.until(name, step);
  }

  /** The actor of this process. */
  get self(): Actor {
    return serviceActor(this.name);
  }

  /**
   * Parent of calls made by this process itself (event reactions, workers).
   *
   * @param requestId of the originating request, to correlate logs; absent without one
   */
  async asSelf(signal?: AbortSignal, requestId?: string): Promise<CallParent> {
    return { token: await this.tokens.mint(this.self), requestId: requestId || newId(), signal };
  }

  /**
   * Creates indexes, starts servers and consumers, waits for dependencies, and logs it. With `prepareOnly` it creates
   * indexes and durable consumers, and stops.
   */
  async run(): Promise<RunningService> {
    const { lifecycle } = this;
    const { mongo, broker } = this.#connected ?? {};
    if (mongo) {
      await this.prepared(() => ensureIndexes(mongo));
      lifecycle.onStop('close-mongo', 'mongo', () => mongo.close());
    }
    lifecycle.onStop('close-nats', 'nats', () => broker?.drain());
    if (this.#config.prepareOnly) return this.#prepareOnly();

    lifecycle.onStop('unready', 'dependencies', () => this.#dependencies.stop());
    await this.#dependencies.watch();

    const { models, log, metrics } = { models: this.#models, log: this.log, metrics: this.metrics };
    const relay = new OutboxRelay({ models, broker: this.broker, metrics, log });
    this.#relay = relay;
    relay.start();
    lifecycle.onStop('flush-outbox', 'outbox', () => relay.stop());

    const drainMs = this.#options.drainMs ?? CALL_DRAIN_MS;
    if (this.#serves) {
      if (this.#config.NODE_ENV === 'development') enableReflection(this.#grpc.raw, this.name, this.tokens);
      this.#grpcPort ??= await this.#grpc.bind(this.#config.GRPC_HOST, this.#config.GRPC_PORT);
      lifecycle.onStop('drain-grpc', 'gRPC', () => this.#grpc.drain(drainMs), drainMs + STAGE_LIMIT_MS);
    }
    for (const listener of [...this.#consumers, ...this.#queues]) {
      await this.prepared(() => listener.start());
      lifecycle.onStop('stop-intake', 'consumer', () => listener.stop());
    }
    for (const sweep of this.#sweeps) {
      sweep.start();
      lifecycle.onStop('stop-intake', 'sweep', () => sweep.stop());
    }
    for (const http of this.#https) {
      const close = await openHttp(http, drainMs);
      lifecycle.onStop('unready', `${http.what} says so`, () => close.announce());
      lifecycle.onStop('drain-grpc', http.what, () => close.drain(), drainMs + STAGE_LIMIT_MS);
    }
    this.#become('running');
    const address = this.#grpcPort === undefined ? '' : hostPort(this.#config.GRPC_HOST, this.#grpcPort);
    this.log.info({ address, admin: this.#adminPort }, 'ready');
    return { name: this.name, address, adminPort: this.#adminPort, stop: () => lifecycle.stop() };
  }

  /** Opens the admin port and the gRPC port, which report liveness immediately. */
  async #openPorts(): Promise<void> {
    const { lifecycle } = this;
    const admin = await startAdminServer({
      host: this.#config.ADMIN_HOST,
      port: this.#config.ADMIN_PORT,
      registry: this.metrics.registry,
      failing: (scope) => this.#failing(scope),
    });
    this.#adminPort = admin.port;
    lifecycle.onStop('flush-telemetry', 'admin server', () => admin.close());
    if (this.#options.serves) {
      this.#grpc.reserve(this.#options.serves);
      this.#grpcPort = await this.#grpc.bind(this.#config.GRPC_HOST, this.#config.GRPC_PORT);
    }
    const telling = setInterval(() => this.#tell(), HEALTH_MS).unref();
    lifecycle.onStop('unready', 'readiness', () => {
      clearInterval(telling);
      this.#become('stopping');
    });
    const delayMs = this.#config.SHUTDOWN_DELAY_SECONDS * 1_000;
    if (delayMs > 0)
      lifecycle.onStop('stop-intake', 'load balancers notice', () => sleep(delayMs), delayMs + STAGE_LIMIT_MS);
  }

  async #connectMongo(): Promise<Connection | undefined> {
    const { MONGODB_URI: uri, MONGODB_DB: database = `symbio_${this.name}` } = this.#config;
    if (!uri) return undefined;
    const found: { mongo?: Connection } = {};
    this.dependsOn({
      name: 'mongodb',
      label: 'MongoDB',
      where: withoutCredentials(uri),
      neededFor: 'calls',
      check: () => (found.mongo ? pingMongo(found.mongo) : Promise.reject(new Error('it was not connected to yet'))),
      explain: (error) => explainMongo(error, database),
    });
    const connect = (): Promise<Connection> => connectMongo({ uri, database, appName: this.name });
    found.mongo = await this.#dependencies.until('mongodb', connect, (error) => !(error instanceof ConfigError));
    return found.mongo;
  }

  async #connectBroker(): Promise<Broker> {
    const { NATS_URL: url, NATS_REPLICAS: replicas } = this.#config;
    let broker: Broker | undefined;
    this.dependsOn({
      name: 'nats',
      label: 'NATS',
      where: withoutCredentials(url),
      // events wait in outboxes while it is unavailable, and users can continue
      neededFor: 'start',
      check: () => (broker ? broker.check() : Promise.reject(new Error('it was not connected to yet'))),
      explain: explainNats,
    });
    return this.#dependencies.until('nats', async () => {
      const { log, metrics } = this;
      broker ??= await connectBroker(url, this.name, log, { replicas, signatures: this.#signatures, metrics });
      await broker.ensureStream(EVENTS_STREAM);
      await broker.ensureStream(DEAD_LETTERS_STREAM);
      if (this.name === TRUST_KEEPER) await this.#beginSigning(broker);
      return broker;
    });
  }

  async #beginSigning(broker: Broker): Promise<void> {
    const bucket = await broker.keyValue(TRUST_BUCKET, 0);
    await beginSigning(bucket, async () => {
      for await (const { signature } of broker.stored(EVENTS_STREAM.name)) return signature === undefined;
      return false;
    });
  }

  async #prepareOnly(): Promise<RunningService> {
    const listeners = [...this.#consumers, ...this.#queues];
    for (const listener of listeners) await this.prepared(() => listener.prepare());
    await this.lifecycle.stop();
    await this.#dependencies.stop();
    const indexed = this.#connected?.mongo?.modelNames().length ?? 0;
    this.log.info(
      { collections: indexed, consumers: listeners.length },
      'prepared: indexes, streams and consumers are there',
    );
    return { name: this.name, address: '', adminPort: 0, stop: () => Promise.resolve() };
  }

  #failing(scope: 'calls' | 'everything'): Failing[] {
    const away = this.#dependencies.failing(this.#state === 'running' ? scope : 'everything');
    if (this.#state === 'running') return away;
    const reason = this.#state === 'starting' ? 'The process is being started.' : 'The process is shutting down.';
    return [{ name: 'running', reason }, ...away];
  }

  /** Updates gRPC health and metrics. */
  #tell(): void {
    const isServing = this.#failing('calls').length === 0;
    this.metrics.ready.set(this.#failing('everything').length === 0 ? 1 : 0);
    this.metrics.serving.set(isServing ? 1 : 0);
    if (this.#state === 'running') this.#grpc.ready(isServing);
  }

  #become(state: 'running' | 'stopping'): void {
    this.#state = state;
    if (state === 'running') this.#grpc.open();
    else this.#grpc.ready(false);
    this.#tell();
  }

  #eventOptions() {
    return { broker: this.broker, metrics: this.metrics, log: this.log };
  }
}
