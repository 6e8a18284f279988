/**
 * An archive is a tar file with these entries in order:
 *
 * - `symbio-backup.json` ({@link ArchiveHead}): describes the archive, read first;
 * - `blobs/data/<key>`, each as stored, followed now and then by `blobs/<number>.jsonl.gz`, one {@link BlobLine} each;
 * - `databases/<service>/<collection>/<number>.bson.gz`: rows one after another, as `mongodump` writes them;
 * - further blobs, added during the backup;
 * - `streams/<stream>/<number>.jsonl.gz`: messages, one {@link MessageLine} each;
 * - `accounts/<file>`: accounts of the local sign-in;
 * - `manifest.json` ({@link Manifest}): the hash of each entry but the blobs, whose hashes are in their lists.
 *
 * An archive without its last entry, the manifest, is truncated.
 */

/** Version of this layout; later ones cannot be read. */
export const FORMAT = 1;

export const HEAD_NAME = 'symbio-backup.json';
export const MANIFEST_NAME = 'manifest.json';
export const BLOB_DATA = 'blobs/data/';
/** PAX record in which a blob's entry has its content type; tar programs leave comments alone. */
export const CONTENT_TYPE = 'comment';

export interface ArchiveHead {
  format: number;
  product: string;
  /** RFC 3339: when the backup began. */
  startedAt: string;
}

/** Blob that precedes the list. */
export interface BlobLine {
  key: string;
  bytes: number;
  contentType: string;
  sha256: string;
}

export interface MessageLine {
  subject: string;
  /** Message id, by which the stream drops duplicates. */
  id: string;
  at: string;
  body: string;
  /** Signature of the publisher; absent for unsigned messages and in archives of versions without signatures. */
  signature?: string;
}

export interface PartLine {
  name: string;
  bytes: number;
  sha256: string;
}

export interface UniqueIndex {
  key: Record<string, unknown>;
  options: Record<string, unknown>;
}

export interface CollectionLine {
  service: string;
  collection: string;
  rows: number;
  unique: UniqueIndex[];
}

export interface Manifest extends ArchiveHead {
  endedAt: string;
  /** False: databases only. */
  hasBlobs: boolean;
  blobs: number;
  blobBytes: number;
  collections: CollectionLine[];
  messages: Record<string, number>;
  accounts: string[];
  parts: PartLine[];
}

/** Compares versions such as 0.10.1. */
export function isLater(version: string, than: string): boolean {
  const numbers = (text: string): number[] => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [numbers(version), numbers(than)];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
