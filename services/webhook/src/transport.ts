/** Sends one delivery by HTTP, and never to where it must not go. */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressIn, isPublicAddress } from './addresses.js';

/** Milliseconds a receiver has for everything: name, connection, and its answer. */
export const ANSWER_MS = 10_000;
/** Bytes of an answer that are kept. */
const MAX_BODY = 2_048;

/** What a receiver answered. */
export interface Answer {
  /** 0: nothing. */
  status: number;
  body: string;
  /** Why there was no answer, a sentence. */
  error: string;
}

export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Never rejects: that a receiver is away is an answer, too. */
export type Post = (message: Message) => Promise<Answer>;

/** Finds all addresses of a host; as `dns.lookup` with `all`. */
export type Lookup = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface TransportOptions {
  /** Private addresses are allowed, as in the local stack. */
  allowPrivate: boolean;
  /** Tests shorten it, and answer for names. */
  answerMs?: number;
  lookup?: Lookup;
}

/** An address that is not one of the internet. */
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

/** Why there was no answer; several addresses of a host may each have failed. */
function sentenceFor(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const { code = 'unknown' } = first as { code?: string };
  return SENTENCES[code] ?? `The connection failed (${code}).`;
}

/**
 * Posts to receivers. The addresses a connection is made to are the very ones that were checked: a name that is looked up
 * once more and then has another address gains nothing. Redirects are answers like any other, for nothing is known of where
 * they lead. Each delivery has a connection of its own.
 */
export function createTransport({ allowPrivate, answerMs = ANSWER_MS, lookup = systemLookup }: TransportOptions): Post {
  const guarded: LookupFunction = (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? Object.assign(new Error(host), { code: 'ENOTFOUND' }), '', 4);
      // one that is not is enough: who mixes them means no good
      else if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        callback(new PrivateAddress(host), '', 4);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });

  return async ({ url: text, headers, body }) => {
    const url = new URL(text);
    const address = addressIn(url);
    // an address needs no looking up, and so would not be checked there
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

/** The beginning of an answer. What comes after it is not read. */
async function read(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= MAX_BODY) break;
  }
  // a character that is cut in two is left out
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, MAX_BODY)).replace(/\uFFFD+$/, '');
}
