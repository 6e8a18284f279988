/** Files of a version under signed addresses. */
import { text } from 'node:stream/consumers';
import type { BlobStore } from '@symbio/blobs';
import { downloadName } from '@symbio/report';
import type { CallContext } from '@symbio/rpc';
import { notFound } from '@symbio/runtime';
import type { VersionRow } from './model.js';

export const MANIFEST_FILE = 'manifest.json';
export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** @throws AppError NOT_FOUND */
export function addressOf(
  blobs: Pick<BlobStore, 'signedUrl'>,
  { files, number }: Pick<VersionRow, 'files' | 'number'>,
  name: string,
  { actor }: Pick<CallContext, 'actor'>,
): Promise<string> {
  const file = files.find((each) => each.name === name);
  if (!file) throw notFound('File');
  const holder = actor.via === 'service' ? undefined : { userId: actor.sub, apiKeyId: actor.keyId ?? '' };
  return blobs.signedUrl(file.key, {
    ...{ contentType: file.contentType, fileName: downloadName(name, number), holder },
  });
}

export type FileReader = (row: Pick<VersionRow, 'files'>, name: string) => Promise<string>;

/** Text of a file of a version. @throws AppError NOT_FOUND */
export const fileReader =
  (blobs: Pick<BlobStore, 'createReadStream'>): FileReader =>
  async ({ files }, name) => {
    const file = files.find((each) => each.name === name);
    if (!file) throw notFound('File');
    return text(await blobs.createReadStream(file.key));
  };
