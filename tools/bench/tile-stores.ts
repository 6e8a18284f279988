import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBlobStore } from '@symbio/blobs';
import { hasS3Server, startS3, type RunningS3 } from '../dev/versitygw.js';
import type { MadePage } from './pipeline-times.js';

export const FOLDER = 'each read from the folder';
export const BUCKET = 'each read from S3';

/** Where the same pyramids lie. */
export interface TileStores {
  all: { name: string; url: string }[];
  stop: () => Promise<void>;
}

/** The folder of the pipeline's run and, where an S3 server can be had, a bucket with the same files. */
export async function openStores(pyramids: string, pages: readonly MadePage[], scratch: string): Promise<TileStores> {
  const own = { name: FOLDER, url: pathToFileURL(pyramids).href };
  if (!hasS3Server()) return { all: [own], stop: () => Promise.resolve() };
  const s3: RunningS3 = await startS3(path.join(scratch, 's3'), { use: 'figures' });
  // the servers that are measured find it there, too
  Object.assign(process.env, s3.env);
  const url = s3.url('tiles');
  const bucket = await openBlobStore(url, { secret: '' });
  await bucket.prepare();
  for (const { pyramidFile } of pages) {
    const body = createReadStream(path.join(pyramids, pyramidFile));
    await bucket.put(pyramidFile, body, { contentType: 'image/tiff' });
  }
  await bucket.close();
  return { all: [own, { name: BUCKET, url }], stop: () => s3.stop() };
}
