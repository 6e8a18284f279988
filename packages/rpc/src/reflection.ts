import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server, ServerDuplexStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import type { InternalTokens } from './internal-tokens.js';
import { callerOf } from './caller.js';
import { toStatus } from './errors.js';

/** The contracts' folder, searched upwards: sources and build have different depths. */
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

/**
 * Lets tools such as grpcurl ask a server in development for its contract, with an internal token like every other call.
 *
 * @param service folder of the server's contract below proto/symbio: reading all of them takes half a second per
 *   start. Without the folder reflection is disabled.
 */
export function enableReflection(server: Server, service: string, tokens: Tokens): void {
  const root = protoRoot();
  if (!root) return;
  const folder = path.join(root, 'symbio', service);
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('_service.proto'))
    .map((file) => path.join(folder, file));
  const addService: Server['addService'] = (definition, handlers) => {
    const entries = Object.entries(handlers);
    const checked = entries.map(([name, handle]) => [name, guarded(handle as (stream: Stream) => void, tokens)]);
    server.addService(definition, Object.fromEntries(checked) as UntypedServiceImplementation);
  };
  new ReflectionService(loadSync(files, { includeDirs: [root] })).addToServer({ addService });
}
