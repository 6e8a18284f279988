import type { Actor } from '../actor.js';
import type { CallContext, CallParent } from './context.js';

/** One method of a service definition as ts-proto writes it. */
export interface MethodShape<Q, R> {
  path: string;
  requestStream: boolean;
  responseStream: boolean;
  requestSerialize(value: Q): Buffer;
  requestDeserialize(bytes: Buffer): Q;
  responseSerialize(value: R): Buffer;
  responseDeserialize(bytes: Buffer): R;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only way to say "a method of some types"
export type AnyMethod = MethodShape<any, any>;
export type ServiceShape = Readonly<Record<string, AnyMethod>>;

type RequestOf<M> = M extends { requestSerialize(value: infer Q): Buffer } ? Q : never;
type ResponseOf<M> = M extends { responseDeserialize(bytes: Buffer): infer R } ? R : never;

/** Handlers of a service: request and context in, response out. Left out fields of a response get their defaults. */
export type Handlers<D extends ServiceShape> = {
  [K in keyof D]: D[K] extends { requestStream: true }
    ? (requests: AsyncIterable<RequestOf<D[K]>>, context: CallContext) => Promise<Partial<ResponseOf<D[K]>>>
    : (request: RequestOf<D[K]>, context: CallContext) => Promise<Partial<ResponseOf<D[K]>>>;
};

/** Promise client of a service. Left out fields of a request get their defaults. */
export type Client<D extends ServiceShape> = {
  [K in keyof D]: D[K] extends { requestStream: true }
    ? (requests: AsyncIterable<RequestOf<D[K]>>, parent: CallParent) => Promise<ResponseOf<D[K]>>
    : (request: Partial<RequestOf<D[K]>>, parent: CallParent) => Promise<ResponseOf<D[K]>>;
};

/** Who may call a method at all; what they may do to a thing is the service's own policy. */
export interface MethodPolicy {
  name: string;
  allows(actor: Actor): boolean;
}

/** One row for each method: a method without a row does not compile, and a server without it does not start. */
export type Policies<D extends ServiceShape> = Readonly<Record<keyof D, MethodPolicy>>;

/** People, API keys and processes of ours. */
export const signedIn: MethodPolicy = { name: 'signed in', allows: (actor) => actor.sub !== '' };

/** People only: what belongs to a person's own account. */
export const people: MethodPolicy = { name: 'people', allows: (actor) => actor.via === 'user' };

/** Processes of ours, all or the named ones. */
export const services = (...names: string[]): MethodPolicy => ({
  name: `services ${names.join(', ')}`.trim(),
  allows: (actor) =>
    actor.via === 'service' && (names.length === 0 || names.some((name) => actor.sub === `service:${name}`)),
});

/** Those who hold a permission. */
export const withPermission = (permission: string): MethodPolicy => ({
  name: `permission ${permission}`,
  allows: (actor) => actor.permissions.includes(permission),
});
