import { checkBlobKey, type SignatureCheck, type SignedUrlOptions } from './blob-store.js';
import { SIGNED_URL_SECONDS, readHolder, writeHolder } from '@symbio/proto/files';
import { matchesSignature, signParts } from './signature.js';

export interface SigningOptions {
  secret: string;
  /** Previous secret; its URLs remain valid. */
  previousSecret?: string | undefined;
  /** Prefix of `/files/b/{key}`; empty: same origin. */
  publicUrl?: string | undefined;
  /** Defaults to the system clock. */
  clock?: { now(): Date };
}

/** HMAC-signed URLs of the file server (CONST-03), independent of the adapter. */
export interface SignedAddresses {
  /** @throws BlobError `bad_key` */
  sign(key: string, options?: SignedUrlOptions): string;
  verify(key: string, query: URLSearchParams): SignatureCheck;
}

/** Signed parts. URLs without a holder keep the older format. */
const signedParts = (key: string, expires: string, contentType: string, fileName: string, holder: string): string[] => [
  ...['blob', key, expires, contentType, fileName],
  ...(holder ? [holder] : []),
];

/** Creates and verifies `/files/b/{key}?exp=&ct=&fn=&for=&sig=`. */
export function signedAddresses({ secret, previousSecret, publicUrl = '', clock }: SigningOptions): SignedAddresses {
  const now = (): number => clock?.now().getTime() ?? Date.now();
  const secrets = [secret, ...(previousSecret ? [previousSecret] : [])];
  return {
    sign(key, { expiresIn = SIGNED_URL_SECONDS, roundTo = 1, contentType = '', fileName = '', holder } = {}) {
      checkBlobKey(key);
      const expires = String(Math.ceil((Math.floor(now() / 1000) + expiresIn) / roundTo) * roundTo);
      const query = new URLSearchParams({ exp: expires });
      if (contentType) query.set('ct', contentType);
      if (fileName) query.set('fn', fileName);
      const madeFor = holder ? writeHolder(holder) : '';
      if (madeFor) query.set('for', madeFor);
      query.set('sig', signParts(secret, signedParts(key, expires, contentType, fileName, madeFor)));
      return `${publicUrl}/files/b/${key}?${query.toString()}`;
    },

    verify(key, query) {
      const expires = query.get('exp') ?? '';
      const contentType = query.get('ct') ?? '';
      const fileName = query.get('fn') ?? '';
      const madeFor = query.get('for') ?? '';
      const parts = signedParts(key, expires, contentType, fileName, madeFor);
      const signature = query.get('sig') ?? '';
      if (!secrets.some((each) => matchesSignature(each, parts, signature))) return { valid: false, reason: 'forged' };
      if (!(Number(expires) * 1000 > now())) return { valid: false, reason: 'expired' };
      return {
        valid: true,
        ...(contentType && { contentType }),
        ...(fileName && { fileName }),
        ...(madeFor && { holder: readHolder(madeFor) }),
      };
    },
  };
}

/** Content-Disposition of a download; non-ASCII names as in RFC 6266. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
