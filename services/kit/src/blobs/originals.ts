/** What the file server says to the gateway of an original that it sends, for the audit trail. */

/** Header of the file server's answers; the gateway reads it and takes it out. */
export const ORIGINAL_HEADER = 'x-symbio-original';

/** Whom an address was made for. */
export interface AddressHolder {
  userId: string;
  /** Empty: without a key. */
  apiKeyId: string;
}

/** The file of a document that is sent, and whom its address was made for; the ids are empty where it does not say. */
export interface SentOriginal extends AddressHolder {
  projectId: string;
  documentId: string;
}

const SEPARATOR = ' ';

export const writeOriginal = ({ projectId, documentId, userId, apiKeyId }: SentOriginal): string =>
  [projectId, documentId, userId, apiKeyId].join(SEPARATOR);

/** @returns undefined for a text that `writeOriginal` did not write */
export function readOriginal(text: string): SentOriginal | undefined {
  const [projectId, documentId, userId = '', apiKeyId = ''] = text.split(SEPARATOR);
  return projectId && documentId ? { projectId, documentId, userId, apiKeyId } : undefined;
}

/** A holder in an address. */
export const writeHolder = ({ userId, apiKeyId }: AddressHolder): string =>
  apiKeyId ? `${userId}${SEPARATOR}${apiKeyId}` : userId;

export function readHolder(text: string): AddressHolder {
  const [userId = '', apiKeyId = ''] = text.split(SEPARATOR);
  return { userId, apiKeyId };
}
