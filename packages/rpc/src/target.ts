import { isIPv4, isIPv6 } from 'node:net';
import { experimental } from '@grpc/grpc-js';

const { createResolver, registerResolver, splitHostPort, statusOrFromValue } = experimental;

type Listener = ConstructorParameters<Parameters<typeof registerResolver>[1]>[1];
type Options = ConstructorParameters<Parameters<typeof registerResolver>[1]>[2];
type Resolved = Parameters<Listener>[0];

/** Scheme of targets with host names; gRPC's own supports one name and looks it up only when a connection ends. */
const SCHEME = 'hosts';

/** Milliseconds between DNS lookups of a name, also the minimum when a connection ends. */
export const RESOLUTION_MS = 5_000;

/**
 * Resolves names independently; the others serve while one cannot be resolved. Looks them up regularly: gRPC sets no
 * time limit for connecting and looks nothing up while it connects, so an address of a removed pod that does not answer
 * would block every call until the attempt fails (127 s on Linux).
 */
class HostsResolver implements experimental.Resolver {
  readonly #children: experimental.Resolver[];
  readonly #found: (Resolved | undefined)[];
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;

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
    this.#timer = setInterval(() => this.updateResolution(), RESOLUTION_MS).unref();
  }

  /** Reports the known addresses, or a failure if there are none. */
  #tell(last: Resolved): boolean {
    const endpoints = this.#found.flatMap((found) => (found?.ok ? found.value : []));
    if (endpoints.length > 0) return this.#listener(statusOrFromValue(endpoints), {}, null, '');
    return this.#found.includes(undefined) ? true : this.#listener(last, {}, null, '');
  }

  updateResolution(): void {
    for (const child of this.#children) child.updateResolution();
  }

  destroy(): void {
    clearInterval(this.#timer);
    for (const child of this.#children) child.destroy();
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path.split(',')[0] ?? path;
  }
}

registerResolver(SCHEME, HostsResolver);

/**
 * GRPC channel target of an address.
 *
 * @param address host:port, where the host may resolve to several addresses (a headless Kubernetes service), or a
 *   comma-separated list of host:port, one per replica; native targets (dns:///name:port) pass unchanged
 */
export function targetOf(address: string): string {
  if (/^(?:dns|ipv4|ipv6):/.test(address)) return address;
  const parts = address.split(',');
  const hosts = parts.map((part) => splitHostPort(part)?.host ?? '');
  if (hosts.every((host) => isIPv4(host))) return `ipv4:${parts.join(',')}`;
  if (hosts.every((host) => isIPv6(host))) return `ipv6:${parts.join(',')}`;
  return `${SCHEME}:${parts.join(',')}`;
}

/** Joins host and port; IPv6 addresses need brackets. */
export const hostPort = (host: string, port: number): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;
