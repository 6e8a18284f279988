import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';

/** The contracts' folder, searched upwards: sources and build have different depths. */
export function protoRoot(): string | undefined {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 8; up++, folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'proto');
    if (existsSync(path.join(candidate, 'buf.yaml'))) return candidate;
  }
  return undefined;
}

/**
 * Enables reflection for tools such as grpcurl in development.
 *
 * @param service folder of the server's contract below proto/symbio: reading all of them takes half a second per
 *   start. Without the folder reflection is disabled.
 */
export function enableReflection(server: Server, service: string): void {
  const root = protoRoot();
  if (!root) return;
  const folder = path.join(root, 'symbio', service);
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('_service.proto'))
    .map((file) => path.join(folder, file));
  new ReflectionService(loadSync(files, { includeDirs: [root] })).addToServer(server);
}
