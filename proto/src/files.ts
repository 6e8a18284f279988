/** Files as processes exchange them: lifetime of their URLs, and details of originals for the audit trail. */

/** Default lifetime of a signed URL in seconds (CONST-03). */
export const SIGNED_URL_SECONDS = 3600;

/** Cache-Control of stored files (CONST-04): cacheable while the URL is valid. */
export const BLOB_CACHE_CONTROL = `private, max-age=${SIGNED_URL_SECONDS}`;

/** Response header of the file server; the gateway reads and removes it. */
export const ORIGINAL_HEADER = 'x-symbio-original';
/** Request header of the gateway: the public origin, for addresses of image services. */
export const ORIGIN_HEADER = 'x-symbio-origin';

/** Recipient of a signed URL. */
export interface AddressHolder {
  userId: string;
  /** Empty: without a key. */
  apiKeyId: string;
}

/** The original file sent, and the recipient of its URL; unknown ids are empty. */
export interface SentOriginal extends AddressHolder {
  projectId: string;
  documentId: string;
}

const SEPARATOR = ' ';

export const writeOriginal = ({ projectId, documentId, userId, apiKeyId }: SentOriginal): string =>
  [projectId, documentId, userId, apiKeyId].join(SEPARATOR);

/** @returns undefined for text not written by `writeOriginal` */
export function readOriginal(text: string): SentOriginal | undefined {
  const [projectId, documentId, userId = '', apiKeyId = ''] = text.split(SEPARATOR);
  return projectId && documentId ? { projectId, documentId, userId, apiKeyId } : undefined;
}

/** A holder in a URL. */
export const writeHolder = ({ userId, apiKeyId }: AddressHolder): string =>
  apiKeyId ? `${userId}${SEPARATOR}${apiKeyId}` : userId;

export function readHolder(text: string): AddressHolder {
  const [userId = '', apiKeyId = ''] = text.split(SEPARATOR);
  return { userId, apiKeyId };
}
