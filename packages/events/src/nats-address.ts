/** Parses NATS_URL for the `nats` package, which ignores credentials and scheme in addresses. */
import { isIPv6 } from 'node:net';
import type { ConnectionOptions } from 'nats';
import { ConfigError } from '@symbio/runtime';

type NatsAddress = Required<Pick<ConnectionOptions, 'servers'>> &
  Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'>;

/** Scheme, credentials, and the rest; unencoded credentials may contain @. */
const PARTS = /^(?:([a-z][a-z\d+.-]*):\/\/)?(?:(.*)@)?(.*?)\/?$/i;
/** Name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:[^\s:,/?#@[\]]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** nats: encrypted if the server offers it. tls: encryption required. */
const SCHEMES: readonly string[] = ['nats', 'tls'];

/**
 * Parses one address or a comma-separated list: `nats://host:4222`, `nats://user:password@host`, `nats://token@host`,
 * `tls://…`. Reserved characters in credentials are percent-encoded. Credentials and `tls` of one address apply to all.
 *
 * @throws ConfigError if invalid; the message quotes nothing, as it may be a password
 */
export function natsAddress(url: string): NatsAddress {
  const read = url.split(',').map((text) => one(text.trim()));
  const signIns = new Set(read.map(({ signIn }) => signIn).filter((signIn) => signIn !== undefined));
  if (signIns.size > 1)
    throw new ConfigError('NATS_URL: its addresses name different users; one connection signs in as one.');
  return {
    servers: read.map(({ host }) => host),
    ...credentials([...signIns][0]),
    ...(read.some(({ scheme }) => scheme === 'tls') && { tls: {} }),
  };
}

function one(text: string): { scheme: string; signIn: string | undefined; host: string } {
  const [, scheme = 'nats', signIn, host = ''] = PARTS.exec(text) ?? [];
  if (!SCHEMES.includes(scheme.toLowerCase()) || !(HOST.test(host) || isIPv6(host)))
    throw new ConfigError('NATS_URL: must be nats://host:port or tls://host:port, or several of them with commas.');
  return { scheme: scheme.toLowerCase(), signIn, host };
}

function credentials(signIn: string | undefined): Pick<NatsAddress, 'user' | 'pass' | 'token'> {
  if (signIn === undefined) return {};
  const [first = '', ...others] = signIn.split(':');
  if (first === '') throw new ConfigError('NATS_URL: the user before the @ is missing.');
  return others.length === 0 ? { token: decoded(first) } : { user: decoded(first), pass: decoded(others.join(':')) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new ConfigError('NATS_URL: a percent sign of the user, the password or the token must be written %25.', {
      cause: error,
    });
  }
}
