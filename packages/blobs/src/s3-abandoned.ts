import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isNotImplemented } from './s3-errors.js';

export interface OpenUpload {
  Key: string;
  UploadId: string;
  begun: Date;
}

/** Paged; none where the store cannot list them. */
export async function* openUploads(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<OpenUpload[]> {
  let next: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {};
  while (next) {
    const page: ListMultipartUploadsCommandOutput | undefined = await client
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...next }))
      .catch((error: unknown) => {
        if (isNotImplemented(error)) return undefined;
        throw error;
      });
    if (!page) return;
    yield (page.Uploads ?? []).flatMap(({ Key, UploadId, Initiated }) =>
      // stores may return more than requested
      Key?.startsWith(Prefix) && UploadId ? [{ Key, UploadId, begun: Initiated ?? new Date() }] : [],
    );
    next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
}
