import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';

/** Folder of the contracts, found from here upwards: sources and build lie at different depths. */
function protoRoot(): string | undefined {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 8; up++, folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'proto');
    if (existsSync(path.join(candidate, 'buf.yaml'))) return candidate;
  }
  return undefined;
}

/** Lets tools such as grpcurl ask a server in development what it can do. */
export function enableReflection(server: Server): void {
  const root = protoRoot();
  if (!root) return;
  const files = readdirSync(path.join(root, 'symbio'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('_service.proto'))
    .map((file) => path.join(root, 'symbio', file));
  new ReflectionService(loadSync(files, { includeDirs: [root] })).addToServer(server);
}
