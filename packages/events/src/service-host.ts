import { beginAtZero, withoutCredentials } from '@symbio/runtime';
import { RpcHost, type RpcOptions } from '@symbio/rpc';
import type { BaseConfig } from './config.js';
import { EventConsumer, type ConsumerSpec } from './consumer.js';
import { explainNats, isNatsError } from './nats-errors.js';
import { connectBroker, type Broker } from './nats.js';
import { DISTRUST_REASONS, messageSignatures, type MessageSignatures } from './signatures.js';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM } from './streams.js';
import { TRUST_BUCKET, TRUST_KEEPER, beginSigning } from './trust.js';
import { WorkQueue, type WorkSpec } from './work-queue.js';

export type ServiceHostOptions = RpcOptions<BaseConfig>;

interface Listener {
  prepare(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Base of a process without a database: calls, events and jobs. Its `start` creates a host, adds servers and consumers,
 * and calls `run`.
 */
export class ServiceHost<Options extends ServiceHostOptions = ServiceHostOptions> extends RpcHost<Options> {
  readonly #signatures: MessageSignatures;
  readonly #listeners: Listener[] = [];
  #broker: Broker | undefined;

  protected constructor(options: Options) {
    super(options);
    const { INTERNAL_SIGNING_KEY: signingKey, INTERNAL_PUBLIC_KEYS: publicKeys } = options.config;
    this.#signatures = messageSignatures({ name: this.name, signingKey, publicKeys });
    beginAtZero(
      this.metrics.messagesDistrusted,
      DISTRUST_REASONS.map((why) => ({ why })),
    );
  }

  /**
   * Opens the health ports, then waits for NATS without a timeout.
   *
   * @throws ConfigError for settings that cannot work
   */
  static async connect(options: ServiceHostOptions): Promise<ServiceHost> {
    const host = new ServiceHost(options);
    await host.open();
    return host;
  }

  get broker(): Broker {
    if (!this.#broker) throw new Error(`${this.name} is not connected yet`);
    return this.#broker;
  }

  consume(...specs: ConsumerSpec[]): void {
    for (const spec of specs) this.#listeners.push(new EventConsumer(spec, this.#eventOptions()));
  }

  /** Claims work of lanes. */
  work(spec: WorkSpec): void {
    this.#listeners.push(new WorkQueue(spec, this.#eventOptions()));
  }

  /** Retried while a store is unavailable. */
  prepared<T>(step: () => Promise<T>): Promise<T> {
    return this.dependencies.until('nats', step, isNatsError);
  }

  /** Whether work failed because a store of this process is unavailable, which does not count as an attempt. */
  protected get isStoreUnavailable(): ((error: unknown) => boolean) | undefined {
    return undefined;
  }

  protected override async connectStores(): Promise<void> {
    const { config: files } = this.options;
    const { NATS_URL: url, NATS_REPLICAS: replicas } = files;
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
    this.#broker = await this.dependencies.until('nats', async () => {
      const { log, metrics } = this;
      broker ??= await connectBroker(url, this.name, log, { replicas, files, signatures: this.#signatures, metrics });
      await broker.ensureStream(EVENTS_STREAM);
      await broker.ensureStream(DEAD_LETTERS_STREAM);
      if (this.name === TRUST_KEEPER) await this.#beginSigning(broker);
      return broker;
    });
    this.lifecycle.onStop('close-nats', 'nats', () => broker?.drain());
  }

  protected override async prepareStores(): Promise<void> {}

  protected override async prepareParts(): Promise<Record<string, number>> {
    for (const listener of this.#listeners) await this.prepared(() => listener.prepare());
    return { consumers: this.#listeners.length };
  }

  protected override async startParts(): Promise<void> {
    await super.startParts();
    for (const listener of this.#listeners) {
      await this.prepared(() => listener.start());
      this.lifecycle.onStop('stop-intake', 'consumer', () => listener.stop());
    }
  }

  async #beginSigning(broker: Broker): Promise<void> {
    const bucket = await broker.keyValue(TRUST_BUCKET, 0);
    await beginSigning(bucket, async () => {
      for await (const { signature } of broker.stored(EVENTS_STREAM.name)) return signature === undefined;
      return false;
    });
  }

  #eventOptions() {
    const { broker, metrics, log, isStoreUnavailable } = this;
    return { broker, metrics, log, isStoreUnavailable };
  }
}
