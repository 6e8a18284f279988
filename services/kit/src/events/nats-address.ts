/** What NATS_URL says, as the `nats` package takes it: it reads no credentials from an address, and no scheme. */
import { isIPv6 } from 'node:net';
import type { ConnectionOptions } from 'nats';
import { ConfigError } from '../config-error.js';

type NatsAddress = Required<Pick<ConnectionOptions, 'servers'>> &
  Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'>;

/** A scheme, who signs in, and the rest; a name or a password that is not encoded may hold an @ itself. */
const PARTS = /^(?:([a-z][a-z\d+.-]*):\/\/)?(?:(.*)@)?(.*?)\/?$/i;
/** A name or an IPv4 address, or an IPv6 address in brackets, and perhaps a port. */
const HOST = /^(?:[^\s:,/?#@[\]]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** nats: encrypted where the server offers it. tls: encrypted, or no connection. */
const SCHEMES: readonly string[] = ['nats', 'tls'];

/**
 * Reads one address or several with commas: `nats://host:4222`, `nats://user:password@host`, `nats://token@host`, `tls://…`.
 * Characters of user, password and token that mean something in an address are percent-encoded there. Who signs in, and that
 * connections are encrypted, may be said at one address of several and holds for all.
 *
 * @throws ConfigError when it is no such address; the sentence repeats no part of it, which may be a password
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
  if (first === '') throw new ConfigError('NATS_URL: there is nobody before the @.');
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
