const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'its name is not known (no such host)',
  EAI_AGAIN: 'its name could not be looked up (DNS did not answer)',
  ETIMEDOUT: 'it does not answer (connection timed out)',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its network',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself; NODE_EXTRA_CA_CERTS names who is trusted',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate comes from an authority that is not trusted; NODE_EXTRA_CA_CERTS names who is',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate comes from an authority that is not trusted; NODE_EXTRA_CA_CERTS names who is',
};

/** Maximum cause depth: chains may be cyclic. */
const DEPTH = 8;

/** Error and its causes, outermost first. */
export function* chainOf(error: unknown): Generator<Error> {
  let next = error;
  for (let depth = 0; depth < DEPTH && next instanceof Error; depth++) {
    yield next;
    next = next instanceof AggregateError ? (next.errors as unknown[])[0] : next.cause;
  }
}

/** Codes of Node and undici for connections that broke, were refused or could not be made. */
const LOST = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Whether an error or one of its causes is a connection that broke, was refused or could not be made. */
export const isConnectionLost = (error: unknown): boolean =>
  [...chainOf(error)].some((one) => 'code' in one && typeof one.code === 'string' && LOST.has(one.code));

export function networkReason(error: unknown): string | undefined {
  for (const one of chainOf(error)) {
    const code = 'code' in one && typeof one.code === 'string' ? one.code : '';
    const known = NETWORK[code] ?? NETWORK[/\b(E[A-Z]{4,})\b/.exec(one.message)?.[1] ?? ''];
    if (known) return known;
  }
  return undefined;
}

/** Why something is unusable, as a sentence. */
export function sentenceOf(error: unknown): string {
  const words = networkReason(error) ?? (error instanceof Error ? error.message : String(error));
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** Removes user, password and query from a URL, for logs. */
export function withoutCredentials(url: string): string {
  return url
    .replace(/\/\/[^/]*@/g, '//')
    .replace(/^[^/]*@/, '')
    .replace(/\?.*$/, '')
    .replace(/\/$/, '');
}
