import { ListMultipartUploadsCommand, type ListMultipartUploadsCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import { isNotImplemented } from './s3-errors.js';

/** An upload in parts that has not ended. */
export interface OpenUpload {
  Key: string;
  UploadId: string;
  begun: Date;
}

/** Uploads in parts below a prefix that have not ended, a page at a time; none where the store cannot tell. */
export async function* openUploads(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<OpenUpload[]> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
  while (next) {
    const page: ListMultipartUploadsCommandOutput | undefined = await client
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...next }))
      .catch((error: unknown) => {
        if (isNotImplemented(error)) return undefined;
        throw error;
      });
    if (!page) return;
    yield (page.Uploads ?? []).flatMap(({ Key, UploadId, Initiated }) =>
      // stores may answer more than what was asked for
      Key?.startsWith(Prefix) && UploadId ? [{ Key, UploadId, begun: Initiated ?? new Date() }] : [],
    );
    next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
}
