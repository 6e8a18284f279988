import { newId } from './ids.js';
import type { Connection, Model } from 'mongoose';
import { serviceActor, type Actor } from './actor.js';
import { startAdminServer, type AdminServer, type ReadinessCheck } from './admin-server.js';
import { systemClock, type Clock } from './clock.js';
import type { BaseConfig } from './config.js';
import { createClaims, type Claims } from './events/claims.js';
import { EventConsumer, type ConsumerSpec } from './events/consumer.js';
import { createTombstones, type Tombstones } from './events/tombstones.js';
import { connectBroker, type Broker } from './events/nats.js';
import { OutboxWriter, type OutboxRow } from './events/outbox.js';
import { OutboxRelay } from './events/relay.js';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM } from './events/streams.js';
import { WorkQueue, type WorkSpec } from './events/work-queue.js';
import { connectClient } from './grpc/client.js';
import type { CallParent } from './grpc/context.js';
import type { Client, Handlers, Policies, ServiceShape } from './grpc/definition.js';
import { enableReflection } from './grpc/reflection.js';
import { GrpcServer } from './grpc/server.js';
import { internalTokens, type InternalTokens } from './internal-tokens.js';
import { Lifecycle } from './lifecycle.js';
import { createLogger, type Logger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import { connectMongo, ensureIndexes, mongoReady } from './mongo.js';
import type { RunningService } from './running-service.js';
import type { Sweep } from './sweep.js';

export interface HostOptions {
  name: string;
  config: Omit<BaseConfig, 'MONGODB_URI'> & { MONGODB_URI?: string };
  clock?: Clock;
  log?: Logger;
}

/**
 * What a service is built on. A service's `start` makes a host, adds what it serves and listens to, and calls `run`.
 * All of it stops in the order of lifecycle.ts.
 */
export class ServiceHost {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly tokens: InternalTokens;
  readonly broker: Broker;
  readonly #config: HostOptions['config'];
  readonly #mongo: Connection | undefined;
  readonly #grpc: GrpcServer;
  readonly #models: Model<never>[] = [];
  readonly #consumers: EventConsumer[] = [];
  readonly #queues: { start(): Promise<void>; stop(): Promise<void> }[] = [];
  readonly #sweeps: Sweep[] = [];
  readonly #checks: ReadinessCheck[] = [];
  #relay: OutboxRelay | undefined;
  #serves = false;
  #ready = false;

  private constructor(
    options: HostOptions,
    log: Logger,
    tokens: InternalTokens,
    mongo: Connection | undefined,
    broker: Broker,
  ) {
    this.name = options.name;
    this.log = log;
    this.#config = options.config;
    this.clock = options.clock ?? systemClock;
    this.metrics = createMetrics(options.name);
    this.lifecycle = new Lifecycle(log);
    this.tokens = tokens;
    this.#mongo = mongo;
    this.broker = broker;
    this.#grpc = new GrpcServer({ tokens: this.tokens, log, metrics: this.metrics });
  }

  /** Connects to MongoDB (when the settings have a URI) and NATS. */
  static async connect(options: HostOptions): Promise<ServiceHost> {
    const { config, name } = options;
    const log = options.log ?? createLogger({ name, level: config.LOG_LEVEL });
    const tokens = internalTokens({
      name,
      signingKey: config.INTERNAL_SIGNING_KEY,
      publicKeys: config.INTERNAL_PUBLIC_KEYS,
    });
    const mongo = config.MONGODB_URI
      ? await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB ?? `symbio_${name}`, appName: name })
      : undefined;
    const broker = await connectBroker(config.NATS_URL, name, log, config.NATS_REPLICAS);
    await broker.ensureStream(EVENTS_STREAM);
    await broker.ensureStream(DEAD_LETTERS_STREAM);
    return new ServiceHost(options, log, tokens, mongo, broker);
  }

  /** This service's own database. @throws when it has none. */
  get mongo(): Connection {
    if (!this.#mongo) throw new Error(`${this.name} has no database`);
    return this.#mongo;
  }

  /** Serves a gRPC service. */
  serve<D extends ServiceShape>(definition: D, handlers: Handlers<D>, policies: Policies<D>): void {
    this.#grpc.add(definition, handlers, policies);
    this.#serves = true;
  }

  /** Writes of a collection whose changes are published as events. */
  writer<Row extends OutboxRow>(model: Model<Row>): OutboxWriter<Row> {
    const any = model as unknown as Model<never>;
    this.#models.push(any);
    return new OutboxWriter(model, this.clock, () => this.#relay?.notify(any));
  }

  /** Consumes events. */
  consume(...specs: ConsumerSpec[]): void {
    for (const spec of specs) this.#consumers.push(new EventConsumer(spec, this.#eventOptions()));
  }

  /** Takes jobs from their queues. */
  work<T>(spec: WorkSpec<T>): void {
    this.#queues.push(new WorkQueue(spec, this.#eventOptions()));
  }

  /** Repeats work for as long as the service runs. */
  sweep(...sweeps: Sweep[]): void {
    this.#sweeps.push(...sweeps);
  }

  /** A client of another service, closed at shutdown. */
  client<D extends ServiceShape>(definition: D, address: string): Client<D> {
    const { client, close } = connectClient(definition, { address, metrics: this.metrics });
    this.lifecycle.onStop('close-nats', `client ${address}`, close);
    return client;
  }

  /** Remembers side effects of events in this service's database. */
  claims(): Promise<Claims> {
    return createClaims(this.mongo, this.clock);
  }

  /** Remembers in this service's database what other services said is deleted. */
  tombstones(): Promise<Tombstones> {
    return createTombstones(this.mongo, this.clock);
  }

  /** Adds something /readyz asks about. */
  readyWhen(name: string, check: ReadinessCheck['check']): void {
    this.#checks.push({ name, check });
  }

  /** The actor of this process itself. */
  get self(): Actor {
    return serviceActor(this.name);
  }

  /** Parent of calls this process makes on its own account (reactions to events, workers). */
  async asSelf(signal?: AbortSignal): Promise<CallParent> {
    return { token: await this.tokens.mint(this.self), requestId: newId(), signal };
  }

  /** Makes indexes, starts serving and listening, and says so. */
  async run(): Promise<RunningService> {
    const { lifecycle } = this;
    if (this.#mongo) {
      const mongo = this.#mongo;
      await ensureIndexes(mongo);
      this.#checks.push({ name: 'mongo', check: () => mongoReady(mongo) });
      lifecycle.onStop('close-mongo', 'mongo', () => mongo.close());
    }
    this.#checks.push({ name: 'nats', check: () => this.broker.ready() });
    lifecycle.onStop('close-nats', 'nats', () => this.broker.drain());
    this.#checks.unshift({ name: 'running', check: () => this.#ready });
    lifecycle.onStop('unready', 'readiness', () => {
      this.#ready = false;
      this.#grpc.unready();
    });

    this.#relay = new OutboxRelay({ models: this.#models, broker: this.broker, metrics: this.metrics, log: this.log });
    this.#relay.start();
    const relay = this.#relay;
    lifecycle.onStop('flush-outbox', 'outbox', () => relay.stop());

    const admin: AdminServer = await startAdminServer({
      host: this.#config.ADMIN_HOST,
      port: this.#config.ADMIN_PORT,
      registry: this.metrics.registry,
      checks: () => this.#checks,
    });
    lifecycle.onStop('flush-telemetry', 'admin server', () => admin.close());

    let address = '';
    if (this.#serves) {
      if (this.#config.NODE_ENV === 'development') enableReflection(this.#grpc.raw);
      const port = await this.#grpc.listen(this.#config.GRPC_HOST, this.#config.GRPC_PORT);
      address = `${this.#config.GRPC_HOST}:${port}`;
      lifecycle.onStop('drain-grpc', 'gRPC', () => this.#grpc.drain());
    }
    for (const listener of [...this.#consumers, ...this.#queues]) {
      await listener.start();
      lifecycle.onStop('stop-intake', 'consumer', () => listener.stop());
    }
    for (const sweep of this.#sweeps) {
      sweep.start();
      lifecycle.onStop('stop-intake', 'sweep', () => sweep.stop());
    }
    this.#ready = true;
    this.log.info({ address, admin: admin.port }, 'ready');
    return { name: this.name, address, adminPort: admin.port, stop: () => lifecycle.stop() };
  }

  #eventOptions() {
    return { broker: this.broker, metrics: this.metrics, log: this.log };
  }
}
