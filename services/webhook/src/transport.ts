/** Sends a delivery over HTTP, only to allowed addresses. */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressIn, isPublicAddress } from './addresses.js';

/** Timeout in milliseconds for lookup, connection and response. */
export const ANSWER_MS = 10_000;
/** Bytes kept of a response. */
const MAX_BODY = 2_048;

export interface Answer {
  /** 0 without response. */
  status: number;
  body: string;
  /** Why there was no response, as a sentence. */
  error: string;
}

export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Never rejects: a connection failure is a result too. */
export type Post = (message: Message) => Promise<Answer>;

/** Resolves all addresses of a host, like `dns.lookup` with `all`. */
export type Lookup = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface TransportOptions {
  /** For local development. */
  allowPrivate: boolean;
  /** Replaced in tests, as is `lookup`. */
  answerMs?: number;
  lookup?: Lookup;
}

class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

const SENTENCES: Readonly<Record<string, string>> = {
  PRIVATE_ADDRESS: 'The host has a private or reserved address, to which nothing is sent.',
  ENOTFOUND: 'There is no host of this name.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer.',
  EPIPE: 'The connection was closed before the answer.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The connection could not be made in time.',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the host is signed by itself.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the host cannot be verified.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the host is for another name.',
};

/** Describes a connection failure; each of a host's addresses may have failed. */
function sentenceFor(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const { code = 'unknown' } = first as { code?: string };
  return SENTENCES[code] ?? `The connection failed (${code}).`;
}

/**
 * Posts to receivers. Connects to exactly the checked addresses, which prevents DNS rebinding. Does not follow
 * redirects, as their target is unchecked.
 */
export function createTransport({ allowPrivate, answerMs = ANSWER_MS, lookup = systemLookup }: TransportOptions): Post {
  const guarded: LookupFunction = (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? Object.assign(new Error(host), { code: 'ENOTFOUND' }), '', 4);
      // one private address suffices: a mix is suspicious
      else if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        callback(new PrivateAddress(host), '', 4);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });

  return async ({ url: text, headers, body }) => {
    const url = new URL(text);
    const address = addressIn(url);
    // IP addresses are not looked up, so check here
    if (address !== undefined && !allowPrivate && !isPublicAddress(address)) return none(SENTENCES['PRIVATE_ADDRESS']!);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), answerMs);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const length = Buffer.byteLength(body);
        const request = (url.protocol === 'https:' ? https : http).request(url, {
          method: 'POST',
          agent: false,
          lookup: guarded,
          signal: limit.signal,
          headers: { ...headers, 'content-length': length },
        });
        request.on('error', reject);
        request.on('response', (response) => {
          read(response)
            .then((answered) => resolve({ status: response.statusCode ?? 0, body: answered, error: '' }))
            .catch(reject)
            .finally(() => request.destroy());
        });
        request.end(body);
      });
    } catch (error) {
      return none(
        limit.signal.aborted ? `There was no answer within ${answerMs / 1_000} seconds.` : sentenceFor(error),
      );
    } finally {
      clearTimeout(timer);
    }
  };
}

const none = (error: string): Answer => ({ status: 0, body: '', error });

async function read(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= MAX_BODY) break;
  }
  // drop a truncated character
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, MAX_BODY)).replace(/\uFFFD+$/, '');
}
