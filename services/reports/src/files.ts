/** Files of a version under signed addresses. */
import path from 'node:path';
import type { BlobStore } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import { notFound } from '@symbio/runtime';
import type { VersionRow } from './model.js';

/** `report-v2.pdf`; others as they are called in the folder. */
export const downloadName = (name: string, number: number): string => {
  const { name: stem, ext, base } = path.posix.parse(name);
  return stem === 'report' ? `${stem}-v${number}${ext}` : base;
};

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
