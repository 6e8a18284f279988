import { ProcessHost, STAGE_LIMIT_MS, newId, type ProcessOptions } from '@symbio/runtime';
import { connectClient } from './client.js';
import type { RpcConfig } from './config.js';
import type { CallParent } from './context.js';
import type { Client, Handlers, Policies, ServiceShape } from './definition.js';
import { internalTokens, type InternalTokens } from './internal-tokens.js';
import { enableReflection } from './reflection.js';
import { GrpcServer } from './server.js';
import { hostPort } from './target.js';

export interface RpcOptions<Config extends RpcConfig = RpcConfig> extends ProcessOptions<Config> {
  /** GRPC service: its port is open and health is served while waiting for dependencies. */
  serves?: ServiceShape;
}

/** Process that serves and makes gRPC calls, with a signing key of its own. */
export abstract class RpcHost<Options extends RpcOptions = RpcOptions> extends ProcessHost<Options> {
  readonly tokens: InternalTokens;
  readonly #grpc: GrpcServer;
  #serves = false;
  #grpcPort: number | undefined;

  protected constructor(options: Options) {
    super(options);
    const { INTERNAL_SIGNING_KEY: signingKey, INTERNAL_PUBLIC_KEYS: publicKeys } = options.config;
    const { log, metrics, name } = this;
    this.tokens = internalTokens({ name, signingKey, publicKeys });
    const { kid, madeAt } = this.tokens.signingKey;
    if (madeAt !== undefined) metrics.signingKeyMade.set({ kid }, madeAt);
    this.#grpc = new GrpcServer({ tokens: this.tokens, log, metrics, mapError: (error) => this.mapError(error) });
  }

  serve<D extends ServiceShape>(definition: D, handlers: Handlers<D>, policies: Policies<D>): void {
    this.#grpc.add(definition, handlers, policies);
    this.#serves = true;
  }

  /** Closed at shutdown. */
  client<D extends ServiceShape>(definition: D, address: string): Client<D> {
    const { client, close } = connectClient(definition, { address, metrics: this.metrics });
    this.lifecycle.onStop('close-nats', `client ${address}`, close);
    return client;
  }

  /** For event reactions and workers. */
  async asSelf(signal?: AbortSignal, requestId?: string): Promise<CallParent> {
    return { token: await this.tokens.mint(this.self), requestId: requestId || newId(), signal };
  }

  protected override get address(): string {
    return this.#grpcPort === undefined ? '' : hostPort(this.options.config.GRPC_HOST, this.#grpcPort);
  }

  /** Replaces errors of a store by those that callers understand. */
  protected mapError(error: unknown): unknown {
    return error;
  }

  protected override async openPorts(): Promise<void> {
    await super.openPorts();
    if (!this.options.serves) return;
    this.#grpc.reserve(this.options.serves);
    await this.#bind();
  }

  protected override async startParts(): Promise<void> {
    if (!this.#serves) return;
    if (this.options.config.NODE_ENV === 'development') enableReflection(this.#grpc.raw, this.name, this.tokens);
    if (this.#grpcPort === undefined) await this.#bind();
    const drain = (): Promise<void> => this.#grpc.drain(this.drainMs);
    this.lifecycle.onStop('drain-grpc', 'gRPC', drain, this.drainMs + STAGE_LIMIT_MS);
  }

  protected override onMissed(): void {
    this.#grpc.refuse();
  }

  protected override onRunning(): void {
    this.#grpc.open();
  }

  protected override onServing(isServing: boolean): void {
    this.#grpc.ready(isServing);
  }

  async #bind(): Promise<void> {
    this.#grpcPort = await this.#grpc.bind(this.options.config.GRPC_HOST, this.options.config.GRPC_PORT);
  }
}
