import { isIPv4, isIPv6 } from 'node:net';
import { experimental } from '@grpc/grpc-js';

const { createResolver, registerResolver, splitHostPort, statusOrFromValue } = experimental;

type Listener = ConstructorParameters<Parameters<typeof registerResolver>[1]>[1];
type Options = ConstructorParameters<Parameters<typeof registerResolver>[1]>[2];
type Resolved = Parameters<Listener>[0];

/** Scheme of targets that name several hosts; gRPC has one for several addresses only. */
const SCHEME = 'hosts';

/**
 * Addresses of several names together. Each name is looked up for itself; while one cannot be, the others serve. Calls fail
 * only when none of them is known.
 */
class HostsResolver implements experimental.Resolver {
  readonly #children: experimental.Resolver[];
  readonly #found: (Resolved | undefined)[];
  readonly #listener: Listener;

  constructor(target: experimental.GrpcUri, listener: Listener, options: Options) {
    this.#listener = listener;
    const paths = target.path.split(',');
    this.#found = paths.map(() => undefined);
    this.#children = paths.map((path, index) =>
      createResolver(
        { scheme: 'dns', authority: '', path },
        (found) => {
          this.#found[index] = found;
          return this.#tell(found);
        },
        options,
      ),
    );
  }

  /** Hands on what is known by now; a failure only when it is all there is. */
  #tell(last: Resolved): boolean {
    const endpoints = this.#found.flatMap((found) => (found?.ok ? found.value : []));
    if (endpoints.length > 0) return this.#listener(statusOrFromValue(endpoints), {}, null, '');
    return this.#found.includes(undefined) ? true : this.#listener(last, {}, null, '');
  }

  updateResolution(): void {
    for (const child of this.#children) child.updateResolution();
  }

  destroy(): void {
    for (const child of this.#children) child.destroy();
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path.split(',')[0] ?? path;
  }
}

registerResolver(SCHEME, HostsResolver);

/**
 * What gRPC calls the target of a channel: where a service is.
 *
 * @param address host:port, whose host may have several addresses (a headless service of Kubernetes), or several
 *   host:port with commas in between, one for each replica; a target of gRPC's own (dns:///name:port) stays as it is
 */
export function targetOf(address: string): string {
  if (/^(?:dns|ipv4|ipv6):/.test(address)) return address;
  const parts = address.split(',');
  if (parts.length === 1) return address;
  const hosts = parts.map((part) => splitHostPort(part)?.host ?? '');
  if (hosts.every((host) => isIPv4(host))) return `ipv4:${parts.join(',')}`;
  if (hosts.every((host) => isIPv6(host))) return `ipv6:${parts.join(',')}`;
  return `${SCHEME}:${parts.join(',')}`;
}

/** A host and a port as one text. An IPv6 address stands in brackets: without them its last colon would begin the port. */
export const hostPort = (host: string, port: number): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;
