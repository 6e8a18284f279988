import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MethodDefinition, Server, ServerDuplexStream } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import type { InternalTokens } from './internal-tokens.js';
import { callerOf } from './caller.js';
import { toStatus } from './errors.js';

/** Contracts' folder, searched upwards: sources and build have different depths. */
export function protoRoot(): string | undefined {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 8; up++, folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'proto');
    if (existsSync(path.join(candidate, 'buf.yaml'))) return candidate;
  }
  return undefined;
}

type Stream = ServerDuplexStream<unknown, unknown>;
type Tokens = Pick<InternalTokens, 'verify'>;

/** Calls a handler of the library for callers with a valid internal token only. */
const guarded =
  (handle: (stream: Stream) => void, tokens: Tokens) =>
  (stream: Stream): void => {
    callerOf(stream.metadata, tokens).then(
      () => handle(stream),
      (error: unknown) => stream.emit('error', toStatus(error)),
    );
  };

interface Method {
  definition: MethodDefinition<unknown, unknown>;
  handle: (stream: Stream) => void;
}

/** Library's methods by path. */
function methodsFor(files: readonly string[], root: string): ReadonlyMap<string, Method> {
  const methods = new Map<string, Method>();
  const addService: Server['addService'] = (definition, handlers) => {
    for (const [name, method] of Object.entries(definition))
      methods.set(method.path, { definition: method, handle: handlers[name] as (stream: Stream) => void });
  };
  new ReflectionService(loadSync([...files], { includeDirs: [root] })).addToServer({ addService });
  return methods;
}

const PATHS = ['v1', 'v1alpha'].map((version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`);

/**
 * Lets tools such as grpcurl read a development server's contract, with an internal token. The contract is read on the
 * first call: at the start it would take a tenth of the processor time.
 *
 * @param service folder of the server's contract below proto/symbio. Without the folder reflection is disabled.
 */
export function enableReflection(server: Server, service: string, tokens: Tokens): void {
  const root = protoRoot();
  if (!root) return;
  const folder = path.join(root, 'symbio', service);
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('_service.proto'))
    .map((file) => path.join(folder, file));
  let methods: ReadonlyMap<string, Method> | undefined;
  const methodAt = (at: string): Method => {
    methods ??= methodsFor(files, root);
    const method = methods.get(at);
    if (!method) throw new Error(`the reflection library has no ${at}`);
    return method;
  };
  for (const at of PATHS) {
    const definition: MethodDefinition<unknown, unknown> = {
      ...{ path: at, requestStream: true, responseStream: true },
      requestSerialize: (value) => methodAt(at).definition.requestSerialize(value),
      requestDeserialize: (bytes) => methodAt(at).definition.requestDeserialize(bytes),
      responseSerialize: (value) => methodAt(at).definition.responseSerialize(value),
      responseDeserialize: (bytes) => methodAt(at).definition.responseDeserialize(bytes),
    };
    const handle = guarded((stream) => methodAt(at).handle(stream), tokens);
    server.addService({ info: definition }, { info: handle });
  }
}
