import { setTimeout as sleep } from 'node:timers/promises';
import { serviceActor, type Actor } from './actor.js';
import { startAdminServer } from './admin-server.js';
import { systemClock, type Clock } from './clock.js';
import type { ProcessConfig } from './config.js';
import { Dependencies, type DependenciesOptions, type Dependency, type Failing } from './dependencies.js';
import { openHttp, type HttpListener } from './http-listener.js';
import { Lifecycle } from './lifecycle.js';
import { createLogger, type Logger } from './logger.js';
import { createMetrics, type Metrics } from './metrics.js';
import type { RunningService } from './running-service.js';
import type { Sweep } from './sweep.js';
import { CALL_DRAIN_MS, STAGE_LIMIT_MS } from './timing.js';

export interface ProcessOptions<Config extends ProcessConfig = ProcessConfig> {
  name: string;
  config: Config;
  clock?: Clock;
  log?: Logger;
  /** Time for calls and requests in flight at shutdown, in milliseconds; longer with uploads. */
  drainMs?: number;
  /** Shortened by tests. */
  dependencies?: Pick<DependenciesOptions, 'checkMs' | 'graceMs' | 'pausesMs'>;
}

/** Milliseconds between updates of the health status. */
const HEALTH_MS = 1_000;

/** Process: health, dependencies, HTTP servers, repeated work, ordered shutdown (lifecycle.ts). */
export abstract class ProcessHost<Options extends ProcessOptions = ProcessOptions> {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  protected readonly options: Options;
  protected readonly dependencies: Dependencies;
  protected readonly drainMs: number;
  readonly #sweeps: Sweep[] = [];
  readonly #https: HttpListener[] = [];
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  #adminPort = 0;

  protected constructor(options: Options) {
    const { config, name } = options;
    this.name = name;
    this.options = options;
    this.log = options.log ?? createLogger({ name, level: config.LOG_LEVEL });
    this.clock = options.clock ?? systemClock;
    this.metrics = createMetrics(name);
    this.lifecycle = new Lifecycle(this.log);
    this.drainMs = options.drainMs ?? CALL_DRAIN_MS;
    this.dependencies = new Dependencies({
      log: this.log,
      gauge: this.metrics.dependencyUp,
      onMissed: () => this.onMissed(),
      ...options.dependencies,
    });
  }

  /** Repeats work while the service runs. */
  sweep(...sweeps: Sweep[]): void {
    this.#sweeps.push(...sweeps);
  }

  /** Serves HTTP once the process is ready. Requests in flight finish at shutdown. */
  http(listener: HttpListener): void {
    this.#https.push(listener);
  }

  /** Adds an external dependency: awaited before readiness and monitored. */
  dependsOn(dependency: Dependency): void {
    this.dependencies.add(dependency);
  }

  /** With increasing delays. */
  awaited<T>(name: string, step: () => Promise<T>): Promise<T> {
    return this.dependencies.until(name, step);
  }

  get self(): Actor {
    return serviceActor(this.name);
  }

  /** Creates indexes, starts servers and consumers, waits for dependencies, and logs it. */
  async run(): Promise<RunningService> {
    const { lifecycle } = this;
    await this.prepareStores();
    if (this.options.config.prepareOnly) return this.#prepareOnly();

    lifecycle.onStop('unready', 'dependencies', () => this.dependencies.stop());
    await this.dependencies.watch();
    await this.startParts();
    for (const sweep of this.#sweeps) {
      sweep.start();
      lifecycle.onStop('stop-intake', 'sweep', () => sweep.stop());
    }
    for (const http of this.#https) {
      const close = await openHttp(http, this.drainMs);
      lifecycle.onStop('unready', `${http.what} says so`, () => close.announce());
      lifecycle.onStop('drain-grpc', http.what, () => close.drain(), this.drainMs + STAGE_LIMIT_MS);
    }
    this.#become('running');
    this.log.info({ address: this.address, admin: this.#adminPort }, 'ready');
    return { name: this.name, address: this.address, adminPort: this.#adminPort, stop: () => lifecycle.stop() };
  }

  /** host:port where calls are served; empty without a server. */
  protected get address(): string {
    return '';
  }

  /** Opens the health ports unless only preparing, then connects to the stores. */
  protected async open(): Promise<void> {
    if (!this.options.config.prepareOnly) await this.openPorts();
    await this.connectStores();
  }

  /** It reports liveness immediately. */
  protected async openPorts(): Promise<void> {
    const { lifecycle } = this;
    const { ADMIN_HOST: host, ADMIN_PORT: port, SHUTDOWN_DELAY_SECONDS: delay } = this.options.config;
    const failing = (scope: 'calls' | 'everything'): Failing[] => this.#failing(scope);
    const admin = await startAdminServer({ host, port, registry: this.metrics.registry, failing });
    this.#adminPort = admin.port;
    lifecycle.onStop('flush-telemetry', 'admin server', () => admin.close());
    const updates = setInterval(() => this.#updateHealth(), HEALTH_MS).unref();
    lifecycle.onStop('unready', 'readiness', () => {
      clearInterval(updates);
      this.#become('stopping');
    });
    const delayMs = delay * 1_000;
    if (delayMs > 0)
      lifecycle.onStop('stop-intake', 'load balancers notice', () => sleep(delayMs), delayMs + STAGE_LIMIT_MS);
  }

  /** Waits without a timeout. */
  protected abstract connectStores(): Promise<void>;

  /** Creates what the stores need before anything starts, such as indexes. */
  protected abstract prepareStores(): Promise<void>;

  /** Creates what consumers need, with `prepareOnly`; returns counts for the log. */
  protected abstract prepareParts(): Promise<Record<string, number>>;

  protected abstract startParts(): Promise<void>;

  /** Called when a dependency is unavailable at the start for longer than the grace period. */
  protected abstract onMissed(): void;

  /** Called when the process has started. */
  protected abstract onRunning(): void;

  /** Called when it changes whether calls can be answered. */
  protected abstract onServing(isServing: boolean): void;

  async #prepareOnly(): Promise<RunningService> {
    const counts = await this.prepareParts();
    await this.lifecycle.stop();
    await this.dependencies.stop();
    this.log.info(counts, 'prepared: indexes, streams and consumers are there');
    return { name: this.name, address: '', adminPort: 0, stop: () => Promise.resolve() };
  }

  #failing(scope: 'calls' | 'everything'): Failing[] {
    const failing = this.dependencies.failing(this.#state === 'running' ? scope : 'everything');
    if (this.#state === 'running') return failing;
    const reason = this.#state === 'starting' ? 'The process is being started.' : 'The process is shutting down.';
    return [{ name: 'running', reason }, ...failing];
  }

  #updateHealth(): void {
    const isServing = this.#failing('calls').length === 0;
    this.metrics.ready.set(this.#failing('everything').length === 0 ? 1 : 0);
    this.metrics.serving.set(isServing ? 1 : 0);
    if (this.#state === 'running') this.onServing(isServing);
  }

  #become(state: 'running' | 'stopping'): void {
    this.#state = state;
    if (state === 'running') this.onRunning();
    else this.onServing(false);
    this.#updateHealth();
  }
}
